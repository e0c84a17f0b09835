// The process lock by flock() on a file that only this process has.
#include "base/files/process_lock.hpp"

#include <cerrno>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace stockham::internal {

namespace {

std::mutex mutex_of_this_copy;

/// flock() excludes every other open file description, of any thread or copy of the library. The path names a different
/// file in each process.
file_descriptor locked_file() {
#ifdef __linux__
    file_descriptor file(open("/proc/self/auxv", O_RDONLY | O_CLOEXEC));
    while (file) {
        if (flock(file.get(), LOCK_EX) == 0) return file;
        if (errno != EINTR) break;
    }
#endif
    return file_descriptor();
}

}  // namespace

process_lock::process_lock() : shared_(locked_file()) {
    if (!shared_) own_copy_ = std::unique_lock(mutex_of_this_copy);
}

process_lock::~process_lock() {
    // Unlocks explicitly: closing does not while a forked child still has the file open.
    if (shared_) flock(shared_.get(), LOCK_UN);
}

}  // namespace stockham::internal
