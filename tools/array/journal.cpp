// A journal of finished blocks: a header with the key, then a line for each block.
//
//   stockham journal 1
//   problem c2c f32 4096x4096
//   ..
//   blocks
//   0 0
//   0 1
#include "array/journal.hpp"

#include <cerrno>
#include <cstring>
#include <sstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "fault.hpp"
#include "input.hpp"

namespace stockham::tools {

namespace {

const std::string first_line = "stockham journal 1";
const std::string last_line = "blocks";

}  // namespace

journal::journal(const std::string& path, const journal_key& key) : path_(path) {
    fd_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (fd_ < 0) fail(errno);
    try {
        start(key);
    } catch (...) {
        ::close(fd_);
        throw;
    }
}

journal::~journal() {
    if (fd_ >= 0) ::close(fd_);
}

void journal::fail(int code) const {
    throw job_error(fmt::format("cannot write the journal {}: {}", path_, std::strerror(code)));
}

// Reads what is there, and writes the header if that is nothing.
void journal::start(const journal_key& key) {
    std::string text;
    if (::lseek(fd_, 0, SEEK_END) > 0) {
        const auto bytes = read_whole(path_, std::size_t{1} << 30);
        text.assign(bytes.begin(), bytes.end());
    }
    const std::size_t header_end = text.find("\n" + last_line + "\n");
    if (header_end == text.npos) {  // it was cut off before the first block
        if (::ftruncate(fd_, 0) != 0) fail(errno);
        std::string header = first_line + "\n";
        for (const auto& [name, value] : key) header += name + " " + value + "\n";
        append(header + last_line + "\n");
        return;
    }
    std::istringstream lines(text.substr(0, header_end));
    std::string line;
    std::getline(lines, line);
    if (line != first_line) throw job_error(fmt::format("{} is not a journal of this version", path_));
    for (const auto& [name, value] : key) {
        std::getline(lines, line);
        if (line == name + " " + value) continue;
        throw job_error(fmt::format("cannot resume: {} differs ('{}' then, '{}' now); undo the change, or remove {} to "
                                    "start anew",
                                    name, line.size() > name.size() ? line.substr(name.size() + 1) : line, value,
                                    path_));
    }
    const std::size_t blocks = header_end + last_line.size() + 2;
    const std::size_t end = text.rfind('\n') + 1;
    std::istringstream finished(text.substr(blocks, end - blocks));
    for (std::size_t trip = 0, block = 0; finished >> trip >> block;) blocks_.insert({trip, block});
    if (end != text.size() && ::ftruncate(fd_, static_cast<off_t>(end)) != 0) fail(errno);
}

void journal::append(const std::string& text) {
    // One call, so that a crash cuts off at most the end.
    const ssize_t n = ::write(fd_, text.data(), text.size());
    if (n != static_cast<ssize_t>(text.size())) fail(n < 0 ? errno : ENOSPC);
    if (::fdatasync(fd_) != 0) fail(errno);
}

void journal::add(std::size_t trip, std::size_t block) {
    append(fmt::format("{} {}\n", trip, block));
    blocks_.insert({trip, block});
}

void journal::remove() {
    ::unlink(path_.c_str());
}

}  // namespace stockham::tools
