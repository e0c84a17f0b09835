// A journal of finished blocks: a header with the key, then a line for each block. Each line ends with a digest of
// itself and all lines before it, so a changed, added or missing line is noticed.
//
//   stockham journal 2
//   run 6f0a..
//   problem c2c f32 4096x4096
//   ..
//   blocks 91c3..
//   0 0 02ab..
//   0 1 7d55..
#include "array/journal.hpp"

#include <cerrno>
#include <cstring>
#include <random>
#include <sstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/sha256.hpp"
#include "continued_file.hpp"
#include "fault.hpp"

namespace stockham::tools {

namespace {

const std::string first_line = "stockham journal 2";
const std::string before_blocks = "\nblocks ";
constexpr std::size_t digest_letters = 32;

std::string digest_of(const std::string& before, const std::string& text) {
    return internal::hex(internal::sha256().add(before).add(text).digest()).substr(0, digest_letters);
}

// A value on one line: a path may hold line breaks.
std::string on_one_line(const std::string& value) {
    std::string line;
    for (const char c : value) line += c == '\n' ? "\\n" : c == '\\' ? "\\\\" : std::string(1, c);
    return line;
}

std::string line_of(const journal_key::value_type& entry) {
    return entry.first + " " + on_one_line(entry.second);
}

std::string new_run() {
    std::random_device random;
    return fmt::format("{:08x}{:08x}", random(), random());
}

}  // namespace

journal::journal(const std::string& path, const journal_key& key, bool anew)
    : path_(path), fd_(open_continued(path, 0666, "the journal " + path)) {
    try {
        open(key, anew);
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

void journal::refuse(const std::string& why) const {
    throw job_error(fmt::format("cannot resume: {}; remove {} to start anew", why, path_));
}

std::string journal::read() const {
    struct stat about {};
    if (::fstat(fd_, &about) != 0) fail(errno);
    std::string text(static_cast<std::size_t>(about.st_size), '\0');
    for (std::size_t got = 0; got < text.size();) {
        const ssize_t n = ::pread(fd_, text.data() + got, text.size() - got, static_cast<off_t>(got));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) fail(n < 0 ? errno : EIO);
        got += static_cast<std::size_t>(n);
    }
    return text;
}

void journal::begin(const journal_key& key) {
    if (::ftruncate(fd_, 0) != 0) fail(errno);
    run_ = new_run();
    std::string header = first_line + "\nrun " + run_;
    for (const auto& entry : key) header += "\n" + line_of(entry);
    digest_ = digest_of("", header);
    append(header + before_blocks + digest_ + "\n");
}

void journal::check_header(const std::string& header, const journal_key& key) {
    std::istringstream lines(header);
    std::string line;
    std::getline(lines, line);
    std::getline(lines, run_);
    for (const auto& entry : key) {
        std::getline(lines, line);
        if (line == line_of(entry)) continue;
        const auto& [name, value] = entry;
        throw job_error(fmt::format("cannot resume: {} differs ('{}' then, '{}' now); undo the change, or remove {} to "
                                    "start anew",
                                    name, line.size() > name.size() ? line.substr(name.size() + 1) : line,
                                    on_one_line(value), path_));
    }
    if (run_.compare(0, 4, "run ") == 0) run_.erase(0, 4);
    digest_ = digest_of("", header);
}

void journal::open(const journal_key& key, bool anew) {
    const std::string text = anew ? "" : read();
    const std::size_t first_end = text.find('\n');
    if (first_end != text.npos && text.compare(0, first_end, first_line) != 0)
        refuse(path_ + " is not a journal of this version");
    const std::size_t header_end = text.find(before_blocks);
    std::size_t begin_of_line = header_end == text.npos ? text.npos : text.find('\n', header_end + 1);
    if (begin_of_line == text.npos) return begin(key);  // it was cut off before the first block
    check_header(text.substr(0, header_end), key);
    const std::size_t digest_at = header_end + before_blocks.size();
    if (text.compare(digest_at, begin_of_line - digest_at, digest_) != 0)
        refuse(fmt::format("the header of {} was changed", path_));
    // Each line is on the disk before the next one is begun, so only the last one may be cut off.
    for (++begin_of_line; begin_of_line < text.size();) {
        const std::size_t end = text.find('\n', begin_of_line);
        if (end == text.npos) break;
        if (!take_line(text.substr(begin_of_line, end - begin_of_line))) {
            if (end + 1 == text.size()) break;
            refuse(fmt::format("block {} of {} was changed", blocks_.size() + 1, path_));
        }
        begin_of_line = end + 1;
    }
    if (::ftruncate(fd_, static_cast<off_t>(begin_of_line)) != 0) fail(errno);
}

// Takes "TRIP BLOCK DIGEST"; false if it is not that.
bool journal::take_line(const std::string& line) {
    std::size_t trip = 0, block = 0;
    std::string digest;
    std::istringstream words(line);
    if (!(words >> trip >> block >> digest)) return false;
    const std::string entry = fmt::format("{} {}", trip, block);
    if (line != entry + " " + digest || digest != digest_of(digest_, entry)) return false;
    if (!blocks_.empty() && trip < blocks_.rbegin()->first) refuse("the trips in " + path_ + " are out of order");
    digest_ = digest;
    blocks_.insert({trip, block});
    return true;
}

bool journal::has(std::size_t trip, std::size_t block) const {
    if (blocks_.count({trip, block}) != 0) return true;
    if (!blocks_.empty() && trip < blocks_.rbegin()->first)
        refuse(fmt::format("{} has blocks of trip {}, but lacks block {} of trip {}", path_,
                           blocks_.rbegin()->first + 1, block, trip + 1));
    return false;
}

void journal::append(const std::string& text) {
    // One call, so that a crash cuts off at most the end.
    if (::lseek(fd_, 0, SEEK_END) < 0) fail(errno);
    const ssize_t n = ::write(fd_, text.data(), text.size());
    if (n != static_cast<ssize_t>(text.size())) fail(n < 0 ? errno : ENOSPC);
    if (::fdatasync(fd_) != 0) fail(errno);
}

void journal::add(std::size_t trip, std::size_t block) {
    const std::string entry = fmt::format("{} {}", trip, block);
    digest_ = digest_of(digest_, entry);
    append(entry + " " + digest_ + "\n");
    blocks_.insert({trip, block});
}

void journal::remove() {
    ::unlink(path_.c_str());
}

}  // namespace stockham::tools
