// A lock for the whole process, also where several copies of this library are loaded: libstockham.so, a Python module
// and libclFFT.so.2 with the library inside each have their own variables, and therefore no mutex in common.
#pragma once

#include <mutex>

#include "base/files/files.hpp"

namespace stockham::internal {

/// Held from construction to destruction, by one thread of the process at a time. The same thread must not lock twice.
/// It leaves no file behind, and a child made by fork() has a lock of its own:
/// - on Linux it is flock() on the process's own /proc/self/auxv, which other users cannot open;
/// - on Windows it is a named mutex with the process's number in its name;
/// - elsewhere, and where the system refuses either, it is a mutex of this copy of the library alone.
class process_lock {
  public:
    process_lock();
    ~process_lock();
    process_lock(const process_lock&) = delete;
    process_lock& operator=(const process_lock&) = delete;

  private:
    file_descriptor shared_;                 // what all copies of the library lock
    std::unique_lock<std::mutex> own_copy_;  // taken only if shared_ cannot be locked
};

}  // namespace stockham::internal
