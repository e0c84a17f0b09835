// Opens files that one run keeps and a later run continues. Anybody who may write to the folder can prepare such a
// name, so what is found there is checked before it is used.
#include "continued_file.hpp"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include "fault.hpp"
#include "file_identity.hpp"

namespace stockham::tools {

namespace {

constexpr int most_attempts = 100;

/// Why this cannot be a file that an earlier run kept; null if it can.
const char* objection(const struct stat& about) {
    if (S_ISLNK(about.st_mode)) return "is a symbolic link";
    if (!S_ISREG(about.st_mode)) return "is not a regular file";
    if (about.st_uid != ::geteuid()) return "belongs to another user";
    if (about.st_nlink > 1) return "has a second name (a hard link)";
    return nullptr;
}

class descriptor {
  public:
    explicit descriptor(int fd) : fd_(fd) {}
    ~descriptor() {
        if (fd_ >= 0) ::close(fd_);
    }
    descriptor(const descriptor&) = delete;
    descriptor& operator=(const descriptor&) = delete;
    int get() const { return fd_; }
    int release() {
        const int fd = fd_;
        fd_ = -1;
        return fd;
    }

  private:
    int fd_;
};

}  // namespace

int open_continued(const std::string& path, mode_t mode, const std::string& output) {
    const auto fail = [&](const std::string& why) { throw job_error(fmt::format("cannot write {}: {}", output, why)); };
    const auto check = [&](const struct stat& about) {
        if (const char* why = objection(about)) fail(fmt::format("{} {}; remove it to start anew", path, why));
    };
    for (int attempt = 0; attempt < most_attempts; ++attempt) {
        struct stat about {};
        if (::lstat(path.c_str(), &about) == 0) check(about);  // opening a device may already have an effect
        descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, mode));
        if (file.get() < 0) fail(std::strerror(errno));
        if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) fail("another process is writing it");
        // The run that wrote the file may have ended since open(): then it is a finished output, or has no name.
        if (!has_name(file.get(), path)) continue;
        if (::fstat(file.get(), &about) != 0) fail(std::strerror(errno));
        check(about);
        return file.release();
    }
    throw job_error(fmt::format("cannot write {}: other processes keep renaming {}", output, path));
}

}  // namespace stockham::tools
