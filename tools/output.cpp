// An output file that appears under its name only when it is complete: a temporary file is written beside it and
// renamed at the end.
#include "output.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "continued_file.hpp"
#include "fault.hpp"
#include "file_identity.hpp"
#include "output_batch.hpp"
#include "temporary_files.hpp"

namespace stockham::tools {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t max_bytes_per_call = std::size_t{1} << 30;

// The target of the last symbolic link in a chain that has no loop.
std::string final_link_target(const fs::path& path) {
    std::error_code ignored;
    fs::path link = path, target = fs::read_symlink(path, ignored);
    for (;;) {
        const fs::path next = link.parent_path() / target;
        if (!fs::is_symlink(next, ignored)) return target.string();
        link = next;
        target = fs::read_symlink(next, ignored);
    }
}

// The path to replace: for a symbolic link, its target.
fs::path resolve(const std::string& path) {
    std::error_code ignored, why;
    if (!fs::is_symlink(path, ignored)) return path;
    const bool exists = fs::exists(path, why);
    if (why == std::errc::too_many_symbolic_link_levels)
        throw job_error(fmt::format("cannot write {}: it is a symbolic link in a loop", path));
    if (why) throw job_error(fmt::format("cannot write {}: {}", path, why.message()));
    if (!exists)
        throw job_error(fmt::format("cannot write {}: it is a symbolic link to {}, which does not exist", path,
                                    final_link_target(path)));
    const fs::path resolved = fs::canonical(path, ignored);
    return resolved.empty() ? fs::path(path) : resolved;
}

// Copies owner, group and permissions of the file that is replaced, as far as the user may set them. The set-user-ID,
// set-group-ID and sticky bits are never copied: a user who prepared the old file for root would get a program that
// runs as root. If the group cannot be kept, the new group gets no more rights than others had.
bool copy_ownership(int fd, const struct stat& before) {
    constexpr mode_t permissions = 0777, of_group = 0070, of_others = 0007;
    const bool same_group = ::fchown(fd, static_cast<uid_t>(-1), before.st_gid) == 0;
    const bool same_owner = ::fchown(fd, before.st_uid, static_cast<gid_t>(-1)) == 0;
    static_cast<void>(same_owner);  // otherwise the file stays owned by this user
    const mode_t shared = (before.st_mode & of_others) << 3;
    const mode_t mode = before.st_mode & permissions;
    return ::fchmod(fd, same_group ? mode : mode & (~of_group | shared)) == 0;
}

}  // namespace

void output_file::fail(int code) const {
    if (code == EPIPE) throw job_error(fmt::format("{} was closed before everything was written", name_));
    throw job_error(fmt::format("cannot write {}: {}", name_, std::strerror(code)));
}

output_file::output_file(const std::string& path) : name_(path == "-" ? "standard output" : path) {
    if (path == "-") {
        fd_ = ::dup(STDOUT_FILENO);
        if (fd_ < 0) fail(errno);
        return;
    }
    open_target(path);
    if (fd_ < 0) open_temporary();
}

output_file::output_file(const std::string& path, const std::string& kept) : name_(path) {
    if (path == "-") throw job_error("standard output cannot be continued by a later run");
    open_target(path);
    if (fd_ >= 0) {
        ::close(fd_);
        throw job_error(fmt::format("cannot write {}: only a regular file can be continued by a later run", name_));
    }
    open_kept(kept);
}

// Finds what is replaced. Opens it if it is written directly.
void output_file::open_target(const std::string& path) {
    if (path.empty()) throw job_error("cannot write a file without a name");
    target_ = resolve(path);
    struct stat about {};
    const bool exists = ::stat(target_.c_str(), &about) == 0;
    if (exists && S_ISDIR(about.st_mode)) fail(EISDIR);
    if (exists && S_ISBLK(about.st_mode)) throw job_error(fmt::format("cannot write {}: it is a block device", name_));
    if (exists && !S_ISREG(about.st_mode)) {
        open_directly(about);
        return;
    }
    if (!target_.has_filename()) fail(EISDIR);
    if (exists && ::access(target_.c_str(), W_OK) != 0) fail(errno);
    remove_abandoned(target_.parent_path());
    if (exists) replaced_ = std::make_unique<struct stat>(about);
}

void output_file::open_directly(const struct stat& expected) {
    fd_ = ::open(target_.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC);
    if (fd_ < 0) fail(errno);
    // Another process may have put a different file there since the check; it must not be overwritten.
    struct stat about {};
    if (::fstat(fd_, &about) == 0 && is_same_file(about, expected)) return;
    ::close(fd_);
    fd_ = -1;
    throw job_error(fmt::format("cannot write {}: another file replaced it", name_));
}

void output_file::open_temporary() {
    const mode_t mode = replaced_ ? 0600 : 0666;  // commit() copies the old permissions
    static std::atomic<unsigned> next{0};         // many files of a process may wait for the disk at once
    for (int attempt = 0; fd_ < 0; ++attempt) {
        temporary_ = temporary_path(target_.parent_path(), next++);
        fd_ = ::open(temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (fd_ < 0 && (errno != EEXIST || attempt > 100)) {
            temporary_.clear();
            fail(errno);
        }
        if (fd_ < 0) continue;
        // Another process may have removed the file as abandoned before it was locked. On a file system without locks
        // no file is ever removed.
        struct stat about {};
        static_cast<void>(::flock(fd_, LOCK_EX));
        if (::fstat(fd_, &about) == 0 && about.st_nlink == 0) {
            ::close(fd_);
            fd_ = -1;
        }
    }
    lock_ = ::fcntl(fd_, F_DUPFD_CLOEXEC, 0);
    remember_temporary(temporary_);
}

void output_file::open_kept(const std::string& name) {
    temporary_ = (target_.parent_path() / name).string();
    kept_ = true;
    fd_ = open_continued(temporary_, replaced_ ? 0600 : 0666, name_);
    new_ = size() == 0;
    lock_ = ::fcntl(fd_, F_DUPFD_CLOEXEC, 0);
}

void output_file::discard() {
    kept_ = false;
}

output_file::~output_file() {
    if (fd_ >= 0) ::close(fd_);
    if (!temporary_.empty() && !kept_) {
        forget_temporary(temporary_);
        ::unlink(temporary_.c_str());
    }
    if (lock_ >= 0) ::close(lock_);
}

void output_file::write(const void* from, std::size_t bytes) {
    std::size_t done = 0;
    while (done < bytes) {
        const ssize_t n =
            ::write(fd_, static_cast<const char*>(from) + done, std::min(bytes - done, max_bytes_per_call));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) fail(errno);
        done += static_cast<std::size_t>(n);
    }
}

void output_file::write_at(std::size_t offset, const void* from, std::size_t bytes) {
    std::size_t done = 0;
    while (done < bytes) {
        const ssize_t n = ::pwrite(fd_, static_cast<const char*>(from) + done,
                                   std::min(bytes - done, max_bytes_per_call), static_cast<off_t>(offset + done));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) fail(errno);
        done += static_cast<std::size_t>(n);
    }
}

void output_file::read_at(std::size_t offset, void* to, std::size_t bytes) const {
    std::size_t done = 0;
    while (done < bytes) {
        const ssize_t n = ::pread(fd_, static_cast<char*>(to) + done, std::min(bytes - done, max_bytes_per_call),
                                  static_cast<off_t>(offset + done));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) fail(n < 0 ? errno : EIO);
        done += static_cast<std::size_t>(n);
    }
}

std::size_t output_file::size() const {
    struct stat about {};
    if (::fstat(fd_, &about) != 0) fail(errno);
    return static_cast<std::size_t>(about.st_size);
}

void output_file::reserve(std::size_t bytes) const {
    // Not posix_fallocate(), which writes zeros on file systems that cannot reserve space. The file gets its full size:
    // some file systems admit only one writer at a time beyond the end.
#ifdef __linux__
    if (::fallocate(fd_, 0, 0, static_cast<off_t>(bytes)) == 0) return;
    if (errno == ENOSPC || errno == EFBIG) fail(errno);
#endif
    if (size() < bytes) resize(bytes);
}

void output_file::resize(std::size_t bytes) const {
    if (::ftruncate(fd_, static_cast<off_t>(bytes)) != 0) fail(errno);
}

void output_file::flush() const {
    if (::fdatasync(fd_) != 0) fail(errno);
}

void output_file::commit() {
    if (replaced_ && !copy_ownership(fd_, *replaced_)) fail(errno);
    if (temporary_.empty()) {
        const int fd = std::exchange(fd_, -1);
        if (::close(fd) != 0) fail(errno);
        return;
    }
    finished_file done{name_, temporary_, target_.string(), lock_};
    const bool in_batch = output_batch::take(done);
    if (!in_batch) flush();
    ::close(std::exchange(fd_, -1));
    temporary_.clear();
    lock_ = -1;
    if (in_batch) return;
    if (const int code = publish(done)) fail(code);
}

std::unique_ptr<output_file> scratch_for(const output_file& file) {
    const fs::path beside = file.is_regular() ? file.target_ : fs::temp_directory_path() / "stockham";
    return std::make_unique<output_file>(beside.string());
}

}  // namespace stockham::tools
