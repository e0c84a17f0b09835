// A lock for the whole process, even if it contains several copies of this library (libstockham.so, a Python module,
// libclFFT.so.2), which share no mutex.
#pragma once

#include <mutex>

#include "base/files/files.hpp"

namespace stockham::internal {

/// Holds the lock from construction to destruction. Not recursive. Leaves no file behind; a child made by fork() has a
/// lock of its own.
/// - Linux: flock() on /proc/self/auxv, which other users cannot open.
/// - Windows: a named mutex with the process number in its name.
/// - Elsewhere, or if that fails: a mutex of this copy of the library only.
class process_lock {
  public:
    process_lock();
    ~process_lock();
    process_lock(const process_lock&) = delete;
    process_lock& operator=(const process_lock&) = delete;

  private:
    file_descriptor shared_;                 // locked by all copies of the library
    std::unique_lock<std::mutex> own_copy_;  // taken only if shared_ cannot be locked
};

}  // namespace stockham::internal
