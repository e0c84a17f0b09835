// How much memory of the host a program can still get.
#pragma once

#include <cstdint>
#include <filesystem>

namespace fftw_device {

/// Bytes that the process can get without swapping: those of the machine, or of a control group (version 1 or 2) that
/// has less left. Files in the page cache count as free. The largest number if the system does not say. `root` is the
/// folder that has proc/ and sys/.
std::uint64_t free_host_memory(const std::filesystem::path& root = "/");

}  // namespace fftw_device
