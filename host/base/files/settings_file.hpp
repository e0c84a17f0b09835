// Reads files of the user: wisdom and profiles.
#pragma once

#include <cstddef>
#include <string>

namespace stockham::internal {

/// Size limit. Large collections of wisdom take a few megabytes.
constexpr std::size_t most_settings_bytes = std::size_t{16} << 20;

struct settings_file {
    std::string text;
    std::string fault;  ///< why it could not be read; empty on success
    bool is_there = true;
};

/// Reads a regular file of at most `most` bytes. Refuses anything else, since a pipe or a device might
/// never end. Checks the open file, so that it cannot be swapped meanwhile, and does not wait for writers.
settings_file read_settings(const std::string& path, std::size_t most = most_settings_bytes);

}  // namespace stockham::internal
