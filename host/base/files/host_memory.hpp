// The memory of the host: how much there is, and how much a program can still get.
#pragma once

#include <cstdint>
#include <filesystem>

namespace stockham::internal {

/// Bytes that the process may have: those of the machine, or the limit of a control group (version 1 or 2) that allows
/// less. The largest number if the system does not say. `root` is the folder that has proc/ and sys/.
std::uint64_t host_memory(const std::filesystem::path& root = "/");

/// Bytes that the process can get without swapping: those of the machine, or of a control group that has less left.
/// Files in the page cache count as free.
std::uint64_t free_host_memory(const std::filesystem::path& root = "/");

}  // namespace stockham::internal
