// Temporary files beside the outputs: their names, and their removal when this process, or another one, is terminated.
#include "temporary_files.hpp"

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

#include "file_identity.hpp"

namespace stockham::tools {

namespace fs = std::filesystem;

namespace {

// The temporary files that a signal handler must remove: those of each thread, and those that wait for a sync.
struct registered_path {
    char path[4096];
    volatile std::sig_atomic_t is_used = 0;
};
registered_path temporary_paths[512];
std::mutex temporary_guard;

void remove_temporary() {
    for (auto& each : temporary_paths)
        if (each.is_used != 0) ::unlink(each.path);
}

void remove_and_terminate(int signal) {
    remove_temporary();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

constexpr const char* temporary_prefix = ".stockham-";

bool is_temporary_name(const std::string& name) {
    const std::string prefix = temporary_prefix;
    return name.compare(0, prefix.size(), prefix) == 0 &&
           name.find_first_not_of("0123456789-", prefix.size()) == name.npos;
}

// The process that writes a temporary file holds a lock on it. Without that lock the file may be a finished output, and
// the name that of the process's next file.
void remove_if_abandoned(const fs::path& path) {
    const int fd = ::open(path.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return;
    struct stat about {};
    if (::fstat(fd, &about) == 0 && S_ISREG(about.st_mode) && about.st_uid == ::geteuid() &&
        ::flock(fd, LOCK_EX | LOCK_NB) == 0 && has_name(fd, path))
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

void clean_up_on(int signal) {
    // A signal that the parent process set to be ignored (as nohup does) stays ignored.
    if (std::signal(signal, SIG_IGN) != SIG_IGN) std::signal(signal, remove_and_terminate);
}

}  // namespace

std::string temporary_path(const fs::path& folder, unsigned number) {
    return (folder / fmt::format("{}{}-{}", temporary_prefix, ::getpid(), number)).string();
}

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

void remove_abandoned(const fs::path& folder) {
    if (is_clean(folder)) return;
    constexpr int most_entries = 10000;  // a larger folder is not worth the time
    std::error_code ignored;
    int looked_at = 0;
    for (fs::directory_iterator entry(folder.empty() ? "." : folder, ignored), end;
         !ignored && entry != end && looked_at < most_entries; entry.increment(ignored), ++looked_at)
        if (is_temporary_name(entry->path().filename().string())) remove_if_abandoned(entry->path());
}

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

}  // namespace stockham::tools
