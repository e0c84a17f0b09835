// File operations by POSIX calls. Interrupted calls are repeated.
#include "base/files/files.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <memory>

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/environment.hpp"
#include "base/own_threads.hpp"

namespace stockham::internal {

namespace {

/// Creates a folder and its parents. On failure errno is set.
bool make_folders(const std::filesystem::path& path) {
    if (mkdir(path.c_str(), S_IRWXU) == 0 || errno == EEXIST) return true;
    const auto parent = path.parent_path();
    if (errno != ENOENT || parent.empty() || parent == path || !make_folders(parent)) return false;
    return mkdir(path.c_str(), S_IRWXU) == 0 || errno == EEXIST;
}

file_descriptor open_folder(const std::filesystem::path& path) {
    return file_descriptor(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

/// True if only this user may write to it.
bool is_own(const struct stat& about) {
    return about.st_uid == geteuid() && (about.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

bool write_to_end(const file_descriptor& file, std::string_view bytes) {
    while (!bytes.empty()) {
        const auto written = write(file.get(), bytes.data(), bytes.size());
        if (written == 0) errno = ENOSPC;
        if (written == 0 || (written < 0 && errno != EINTR)) return false;
        if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

/// Beyond the limit for files (RLIMIT_FSIZE) it fails with EFBIG: that is no reason to end the program by SIGXFSZ.
bool write_all(const file_descriptor& file, std::string_view bytes) {
    bool good = false;
    with_blocked_signals([&] { good = write_to_end(file, bytes); });
    return good;
}

/// Times for utimensat and futimens that leave the access time unchanged.
struct both_times {
    timespec times[2];
    explicit both_times(file_time changed) : times{{0, UTIME_OMIT}, {changed.first, changed.second}} {}
};

}  // namespace

bool file_descriptor::close() {
    // Not repeated after EINTR: the number may already belong to another file.
    return number_ < 0 || ::close(std::exchange(number_, -1)) == 0;
}

file_time time_now() {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    return {now.tv_sec, now.tv_nsec};
}

std::error_code last_error() {
    return {errno, std::generic_category()};
}

file_facts facts_of(const file_descriptor& file) {
    struct stat about {};
    if (fstat(file.get(), &about) != 0) return {};
    file_facts facts;
    facts.kind = S_ISREG(about.st_mode)   ? file_kind::regular
                 : S_ISDIR(about.st_mode) ? file_kind::folder
                                          : file_kind::other;
    facts.bytes = static_cast<std::uint64_t>(about.st_size);
    facts.changed = {about.st_mtim.tv_sec, about.st_mtim.tv_nsec};
    facts.identity = {about.st_dev, about.st_ino, {about.st_ctim.tv_sec, about.st_ctim.tv_nsec}};
    return facts;
}

bool is_at(const std::filesystem::path& path, const file_descriptor& file) {
    struct stat there {
    }, here{};
    return lstat(path.c_str(), &there) == 0 && fstat(file.get(), &here) == 0 && there.st_ino == here.st_ino &&
           there.st_dev == here.st_dev;
}

std::pair<file_descriptor, std::error_code> open_own_folder(const std::filesystem::path& path, bool make) {
    auto folder = open_folder(path);
    if (!folder && errno == ENOENT && make && make_folders(path)) folder = open_folder(path);
    struct stat about {};
    if (!folder || fstat(folder.get(), &about) != 0) return {file_descriptor(), last_error()};
    if (!is_own(about)) return {file_descriptor(), std::make_error_code(std::errc::operation_not_permitted)};
    return {std::move(folder), std::error_code()};
}

file_descriptor open_file(const file_descriptor& folder, const std::string& name) {
    return file_descriptor(openat(folder.get(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
}

file_descriptor open_file(const std::filesystem::path& path) {
    return file_descriptor(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
}

std::int64_t length_of_own(const file_descriptor& file) {
    struct stat about {};
    const bool good = fstat(file.get(), &about) == 0 && S_ISREG(about.st_mode) && is_own(about);
    return good ? static_cast<std::int64_t>(about.st_size) : -1;
}

std::ptrdiff_t read_some(const file_descriptor& file, char* to, std::size_t bytes) {
    for (;;) {
        const auto got = read(file.get(), to, bytes);
        if (got >= 0 || errno != EINTR) return got;
    }
}

bool read_all(const file_descriptor& file, char* to, std::size_t bytes) {
    while (bytes > 0) {
        const auto got = read_some(file, to, bytes);
        if (got <= 0) return false;
        to += got;
        bytes -= static_cast<std::size_t>(got);
    }
    return true;
}

std::error_code write_file(const file_descriptor& folder, const std::string& temporary, const std::string& name,
                           const std::vector<std::string_view>& pieces) {
    const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    file_descriptor file(openat(folder.get(), temporary.c_str(), flags, S_IRUSR | S_IWUSR));
    if (!file) return last_error();
    bool good = true;
    for (auto piece : pieces) good = good && write_all(file, piece);
    if (good) set_time(file, time_now());
    // Without fsync, which can take longer than compiling. Readers detect files that a crash damaged.
    good = good && file.close() && renameat(folder.get(), temporary.c_str(), folder.get(), name.c_str()) == 0;
    if (good) return {};
    const auto why = last_error();
    unlinkat(folder.get(), temporary.c_str(), 0);
    return why;
}

/// Gives a new file the mode of the old one and, if permitted, its owner and group.
static bool copy_mode_and_owner(const file_descriptor& file, const struct stat& before) {
    constexpr mode_t permissions = 0777;
    const bool same_group = fchown(file.get(), static_cast<uid_t>(-1), before.st_gid) == 0;
    const bool same_owner = fchown(file.get(), before.st_uid, static_cast<gid_t>(-1)) == 0;
    static_cast<void>(same_group && same_owner);  // otherwise this user's
    return fchmod(file.get(), before.st_mode & permissions) == 0;
}

std::error_code replace_file(const std::filesystem::path& path, std::string_view text) {
    constexpr mode_t everybody_reads = 0644;
    struct stat before {};
    const bool is_there = stat(path.c_str(), &before) == 0;
    if (is_there && !S_ISREG(before.st_mode)) return std::make_error_code(std::errc::invalid_argument);
    std::string temporary = path.string() + ".XXXXXX";
    file_descriptor file(mkstemp(temporary.data()));
    if (!file) return last_error();
    bool good = write_all(file, text);
    good = good && (is_there ? copy_mode_and_owner(file, before) : fchmod(file.get(), everybody_reads) == 0);
    good = good && fsync(file.get()) == 0;
    good = good && file.close() && rename(temporary.c_str(), path.c_str()) == 0;
    if (good) return {};
    const auto why = last_error();
    unlink(temporary.c_str());
    return why;
}

constexpr int lock_flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;

file_descriptor open_lock(const file_descriptor& folder, const std::string& name) {
    return file_descriptor(openat(folder.get(), name.c_str(), lock_flags, S_IRUSR | S_IWUSR));
}

file_descriptor open_lock(const std::filesystem::path& path) {
    return file_descriptor(open(path.c_str(), lock_flags, S_IRUSR | S_IWUSR));
}

bool lock(const file_descriptor& file) {
    for (;;) {
        if (flock(file.get(), LOCK_EX | LOCK_NB) == 0) return true;
        if (errno != EINTR) return false;
    }
}

bool is_busy(const std::error_code& error) {
    return error == std::errc::operation_would_block;
}

void set_time(const file_descriptor& file, file_time time) {
    futimens(file.get(), both_times(time).times);
}

void set_time(const file_descriptor& folder, const std::string& name, file_time time) {
    utimensat(folder.get(), name.c_str(), both_times(time).times, AT_SYMLINK_NOFOLLOW);
}

std::error_code remove_file(const file_descriptor& folder, const std::string& name) {
    if (unlinkat(folder.get(), name.c_str(), 0) == 0 || errno == ENOENT) return {};
    // For a folder, Linux reports EISDIR and POSIX EPERM.
    if ((errno == EISDIR || errno == EPERM) && unlinkat(folder.get(), name.c_str(), AT_REMOVEDIR) == 0) return {};
    return last_error();
}

std::error_code remove_file(const std::filesystem::path& path) {
    return unlink(path.c_str()) == 0 || errno == ENOENT ? std::error_code() : last_error();
}

std::vector<listed_file> list_files(const file_descriptor& folder) {
    // Opened again, because readdir moves the position and closedir closes the descriptor.
    file_descriptor again(openat(folder.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    const std::unique_ptr<DIR, int (*)(DIR*)> stream(again ? fdopendir(again.get()) : nullptr, closedir);
    if (!stream) return {};
    again.release();
    std::vector<listed_file> files;
    while (const dirent* next = readdir(stream.get())) {
        struct stat about {};
        if (fstatat(folder.get(), next->d_name, &about, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(about.st_mode)) continue;
        const auto bytes = static_cast<std::uint64_t>(about.st_size);
        files.push_back({next->d_name, bytes, {about.st_mtim.tv_sec, about.st_mtim.tv_nsec}});
    }
    return files;
}

bool may_write_in(std::filesystem::path folder) {
    while (access(folder.c_str(), F_OK) != 0 && errno == ENOENT && folder.has_relative_path())
        folder = folder.parent_path();
    return access(folder.empty() ? "." : folder.c_str(), W_OK | X_OK) == 0;
}

/// The folder that the variable names, else `below` in the home folder.
static std::optional<std::filesystem::path> home_of(const char* variable, const char* below) {
    for (const auto& [name, folder] : {std::pair{variable, ""}, std::pair{"HOME", below}}) {
        if (const auto set = folder_in_environment(name)) return *set / folder;
    }
    return {};
}

std::optional<std::filesystem::path> user_cache_home() {
    return home_of("XDG_CACHE_HOME", ".cache");
}

std::optional<std::filesystem::path> user_config_home() {
    return home_of("XDG_CONFIG_HOME", ".config");
}

std::optional<std::filesystem::path> system_config_home() {
    if (rights_are_raised()) return {};
    return "/etc";
}

unsigned long process_number() {
    return static_cast<unsigned long>(getpid());
}

unsigned long fork_count() noexcept {
    static std::atomic<unsigned long> forks{0};
    static const int registered = pthread_atfork(nullptr, nullptr, [] { ++forks; });
    static_cast<void>(registered);
    return forks;
}

bool random_bytes(char* to, std::size_t bytes) {
    if (getentropy(to, bytes) == 0) return true;
    std::fill_n(to, bytes, '\0');
    return false;
}

}  // namespace stockham::internal
