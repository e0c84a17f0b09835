// Tells whether a name still leads to a file that is open: another process may have renamed or replaced it.
#pragma once

#include <string>

#include <sys/stat.h>

namespace stockham::tools {

inline bool is_same_file(const struct stat& a, const struct stat& b) {
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/// True if `path` is a name of the open file; the target of a symbolic link does not count. After a lock (flock) only
/// this shows that the lock protects the name, because the file may have been renamed between open() and flock().
inline bool has_name(int fd, const std::string& path) {
    struct stat open {
    }, named{};
    return ::fstat(fd, &open) == 0 && ::lstat(path.c_str(), &named) == 0 && is_same_file(open, named);
}

}  // namespace stockham::tools
