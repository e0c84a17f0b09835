// An output file that appears under its name only when it is whole: written beside it, renamed at the end.
#include "output.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fault.hpp"

namespace stockham::tools {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_a_call = std::size_t{1} << 30;

// The temporary file that a signal handler must remove: a program writes one output at a time.
char doomed_path[4096];
volatile std::sig_atomic_t doomed = 0;

void remember_temporary(const std::string& path) {
    doomed = 0;
    if (path.empty() || path.size() >= sizeof doomed_path) return;
    std::memcpy(doomed_path, path.c_str(), path.size() + 1);
    doomed = 1;
}

void remove_temporary() {
    if (doomed != 0) ::unlink(doomed_path);
}

void remove_and_die(int signal) {
    remove_temporary();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

// A link stays a link: its target is what gets replaced.
fs::path resolve(const std::string& path) {
    std::error_code ignored;
    const fs::path resolved = fs::is_symlink(path, ignored) ? fs::weakly_canonical(path, ignored) : fs::path(path);
    return resolved.empty() ? fs::path(path) : resolved;
}

}  // namespace

void prepare_signals() {
    // A driver's compiler may end the whole program, too.
    std::atexit(remove_temporary);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGABRT}) std::signal(signal, remove_and_die);
    for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
}

void output_file::fail(int code) const {
    if (code == EPIPE) throw job_error(fmt::format("{} was closed before everything was written", name_));
    throw job_error(fmt::format("cannot write {}: {}", name_, std::strerror(code)));
}

output_file::output_file(const std::string& path) : name_(path == "-" ? "standard output" : path) {
    if (path.empty()) throw job_error("cannot write a file without a name");
    if (path == "-") {
        fd_ = ::dup(STDOUT_FILENO);
        if (fd_ < 0) fail(errno);
        return;
    }
    target_ = resolve(path);
    struct stat about {};
    const bool exists = ::stat(target_.c_str(), &about) == 0;
    if (exists && S_ISDIR(about.st_mode)) fail(EISDIR);
    if (exists && !S_ISREG(about.st_mode)) {
        fd_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
        if (fd_ < 0) fail(errno);
        return;
    }
    if (!target_.has_filename()) fail(EISDIR);
    if (exists && ::access(target_.c_str(), W_OK) != 0) fail(errno);
    // Short, so that it fits wherever the target's own name does.
    for (int attempt = 0; fd_ < 0; ++attempt) {
        temporary_ = (target_.parent_path() / fmt::format(".stockham-{}-{}", ::getpid(), attempt)).string();
        fd_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd_ < 0 && (errno != EEXIST || attempt > 100)) {
            temporary_.clear();
            fail(errno);
        }
    }
    remember_temporary(temporary_);
    // The mode of a file that is being replaced is kept where the system lets us.
    if (exists) static_cast<void>(::fchmod(fd_, about.st_mode & 07777));
}

output_file::~output_file() {
    if (fd_ >= 0) ::close(fd_);
    if (!temporary_.empty()) {
        remember_temporary({});
        ::unlink(temporary_.c_str());
    }
}

void output_file::write(const void* from, std::size_t bytes) {
    std::size_t done = 0;
    while (done < bytes) {
        const ssize_t n = ::write(fd_, static_cast<const char*>(from) + done, std::min(bytes - done, most_a_call));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) fail(errno);
        done += static_cast<std::size_t>(n);
    }
}

void output_file::write_at(std::size_t offset, const void* from, std::size_t bytes) {
    std::size_t done = 0;
    while (done < bytes) {
        const ssize_t n = ::pwrite(fd_, static_cast<const char*>(from) + done, std::min(bytes - done, most_a_call),
                                   static_cast<off_t>(offset + done));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) fail(errno);
        done += static_cast<std::size_t>(n);
    }
}

void output_file::commit() {
    const int fd = fd_;
    fd_ = -1;
    if (::close(fd) != 0) fail(errno);
    if (temporary_.empty()) return;
    if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
    remember_temporary({});
    temporary_.clear();
}

}  // namespace stockham::tools
