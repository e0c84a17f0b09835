// An output file that appears under its name only when it is complete: a temporary file is written beside it and
// renamed at the end.
#include "output.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fault.hpp"

namespace stockham::tools {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t max_bytes_per_call = std::size_t{1} << 30;

// The temporary files that a signal handler must remove: each thread writes one.
struct temporary_path {
    char path[4096];
    volatile std::sig_atomic_t is_used = 0;
};
temporary_path temporary_paths[256];
std::mutex temporary_guard;

void forget_temporary(const std::string& path) {
    const std::lock_guard lock(temporary_guard);
    for (auto& each : temporary_paths)
        if (each.is_used != 0 && path == each.path) each.is_used = 0;
}

void remember_temporary(const std::string& path) {
    const std::lock_guard lock(temporary_guard);
    for (auto& each : temporary_paths) {
        if (each.is_used != 0 || path.size() >= sizeof each.path) continue;
        std::memcpy(each.path, path.c_str(), path.size() + 1);
        each.is_used = 1;
        return;
    }
}

void remove_temporary() {
    for (auto& each : temporary_paths)
        if (each.is_used != 0) ::unlink(each.path);
}

void remove_and_terminate(int signal) {
    remove_temporary();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

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

bool is_same_file(const struct stat& a, const struct stat& b) {
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
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

constexpr const char* temporary_prefix = ".stockham-";

bool is_temporary_name(const std::string& name) {
    const std::string prefix = temporary_prefix;
    return name.compare(0, prefix.size(), prefix) == 0 &&
           name.find_first_not_of("0123456789-", prefix.size()) == name.npos;
}

// The process that writes a temporary file holds a lock on it.
void remove_if_abandoned(const fs::path& path) {
    const int fd = ::open(path.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return;
    struct stat about {};
    if (::fstat(fd, &about) == 0 && S_ISREG(about.st_mode) && about.st_uid == ::geteuid() &&
        ::flock(fd, LOCK_EX | LOCK_NB) == 0)
        ::unlink(path.c_str());
    ::close(fd);
}

// Folders that clean_folder() has looked through.
std::mutex clean_guard;
std::set<std::string> clean_folders;

bool is_clean(const fs::path& folder) {
    const std::lock_guard lock(clean_guard);
    return clean_folders.count(folder.string()) > 0;
}

void remove_abandoned(const fs::path& folder) {
    if (is_clean(folder)) return;
    constexpr int most_entries = 10000;  // a larger folder is not worth the time
    std::error_code ignored;
    int looked_at = 0;
    for (fs::directory_iterator entry(folder.empty() ? "." : folder, ignored), end;
         !ignored && entry != end && looked_at < most_entries; entry.increment(ignored), ++looked_at)
        if (is_temporary_name(entry->path().filename().string())) remove_if_abandoned(entry->path());
}

void clean_up_on(int signal) {
    // A signal that the parent process set to be ignored (as nohup does) stays ignored.
    if (std::signal(signal, SIG_IGN) != SIG_IGN) std::signal(signal, remove_and_terminate);
}

}  // namespace

void prepare_signals() {
    // A driver's compiler may call exit().
    std::atexit(remove_temporary);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGABRT}) clean_up_on(signal);
    for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
}

void clean_folder(const std::string& folder) {
    const fs::path path = (fs::path(folder) / "file").parent_path();  // without a slash at the end
    remove_abandoned(path);
    const std::lock_guard lock(clean_guard);
    clean_folders.insert(path.string());
}

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
    for (int attempt = 0; fd_ < 0; ++attempt) {
        // A short name, so that it is valid wherever the target's name is.
        temporary_ = (target_.parent_path() / fmt::format("{}{}-{}", temporary_prefix, ::getpid(), attempt)).string();
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
    std::error_code ignored;
    new_ = !fs::exists(temporary_, ignored);
    fd_ = ::open(temporary_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, replaced_ ? 0600 : 0666);
    if (fd_ < 0) fail(errno);
    if (::flock(fd_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        ::close(fd_);
        throw job_error(fmt::format("cannot write {}: another process is writing it", name_));
    }
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

void output_file::reserve(std::size_t bytes) const {
    // Not posix_fallocate(), which writes zeros on file systems that cannot reserve space. The file gets its full size:
    // some file systems admit only one writer at a time beyond the end.
    if (::fallocate(fd_, 0, 0, static_cast<off_t>(bytes)) == 0) return;
    if (errno == ENOSPC || errno == EFBIG) fail(errno);
    resize(bytes);
}

void output_file::resize(std::size_t bytes) const {
    if (::ftruncate(fd_, static_cast<off_t>(bytes)) != 0) fail(errno);
}

void output_file::flush() const {
    if (::fdatasync(fd_) != 0) fail(errno);
}

void output_file::commit() {
    if (replaced_ && !copy_ownership(fd_, *replaced_)) fail(errno);
    const int fd = fd_;
    fd_ = -1;
    if (::close(fd) != 0) fail(errno);
    if (temporary_.empty()) return;
    if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
    forget_temporary(temporary_);
    temporary_.clear();
}

}  // namespace stockham::tools
