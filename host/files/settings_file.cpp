// One file, opened without waiting, looked at, and read up to a limit.
#include "files/settings_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace stockham {

namespace {

std::string text_of(int error) {
    return std::strerror(error);
}

std::string too_large() {
    return "larger than the " + std::to_string(most_settings_bytes >> 20) + " MiB that a file of settings may have";
}

/// Why this file is not to be read; empty if it is.
std::string fault_of(int file) {
    struct stat about {};
    if (fstat(file, &about) != 0) return text_of(errno);
    if (S_ISDIR(about.st_mode)) return text_of(EISDIR);
    if (!S_ISREG(about.st_mode)) return "not a regular file";
    return static_cast<std::size_t>(about.st_size) > most_settings_bytes ? too_large() : std::string();
}

/// Reads to the end, which may be further than the file's length says: it may grow, and /proc's files have none.
std::string read_to_end(int file, std::string& text) {
    constexpr std::size_t step = std::size_t{1} << 16;
    for (;;) {
        const auto had = text.size();
        text.resize(had + std::min(step, most_settings_bytes + 1 - had));
        const auto got = ::read(file, &text[had], text.size() - had);
        const int error = errno;
        text.resize(had + static_cast<std::size_t>(std::max<decltype(got)>(got, 0)));
        if (got < 0 && error != EINTR) return text_of(error);
        if (text.size() > most_settings_bytes) return too_large();
        if (got == 0) return {};
    }
}

}  // namespace

settings_file read_settings(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0) return {{}, text_of(errno), errno != ENOENT && errno != ENOTDIR};
    settings_file read;
    read.fault = fault_of(file);
    if (read.fault.empty()) read.fault = read_to_end(file, read.text);
    ::close(file);
    if (!read.fault.empty()) read.text.clear();
    return read;
}

}  // namespace stockham
