// Reads a settings file: opens it without waiting, checks it, and reads up to a limit.
#include "base/files/settings_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/files/files.hpp"
#include "base/files/system_text.hpp"

namespace stockham::internal {

namespace {

std::string too_large(std::size_t most) {
    return "larger than the limit of " + std::to_string(most >> 20) + " MiB";
}

/// Why this file cannot be read; empty if it can.
std::string fault_of(const file_descriptor& file, std::size_t most) {
    const auto facts = facts_of(file);
    if (facts.kind == file_kind::none) return system_text(errno);
    if (facts.kind == file_kind::folder) return system_text(EISDIR);
    if (facts.kind == file_kind::other) return "not a regular file";
    return facts.bytes > most ? too_large(most) : std::string();
}

/// Reads to the end. Does not rely on the length: a file may grow, and files in /proc report 0.
std::string read_to_end(const file_descriptor& file, std::size_t most, std::string& text) {
    constexpr std::size_t step = std::size_t{1} << 16;
    for (;;) {
        const auto had = text.size();
        text.resize(had + std::min(step, most + 1 - had));
        const auto got = read_some(file, &text[had], text.size() - had);
        if (got < 0) return system_text(errno);
        text.resize(had + static_cast<std::size_t>(got));
        if (text.size() > most) return too_large(most);
        if (got == 0) return {};
    }
}

}  // namespace

settings_file read_settings(const std::string& path, std::size_t most) {
    const auto file = open_file(std::filesystem::path(path));
    if (!file) return {{}, system_text(errno), errno != ENOENT && errno != ENOTDIR};
    settings_file read;
    read.fault = fault_of(file, most);
    if (read.fault.empty()) read.fault = read_to_end(file, most, read.text);
    if (!read.fault.empty()) read.text.clear();
    return read;
}

}  // namespace stockham::internal
