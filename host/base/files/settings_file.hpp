// Files that people keep settings in: what is read of them, and of which nothing is.
#pragma once

#include <cstddef>
#include <string>

namespace stockham::internal {

/// No file of settings is so large: wisdom of all that was ever tuned takes a few megabytes.
constexpr std::size_t most_settings_bytes = std::size_t{16} << 20;

struct settings_file {
    std::string text;
    std::string fault;  ///< why it cannot be read; empty if it was
    bool is_there = true;
};

/// Reads a regular file of at most most_settings_bytes bytes. Anything else is a fault: a pipe or a device might never
/// end. Looks at what was opened, so that nothing can be put in its place meanwhile, and does not wait for writers.
settings_file read_settings(const std::string& path);

}  // namespace stockham::internal
