// Turns of processes that run side by side on one device: only one measures at a time. A lock on a file decides.
#pragma once

#include <functional>
#include <memory>
#include <string>

namespace bench {

/// The turn of this process, until the end of the object.
class turn {
  public:
    ~turn();
    turn(const turn&) = delete;
    turn& operator=(const turn&) = delete;

  private:
    friend class turn_lock;
    explicit turn(int file) : file_(file) {}
    int file_;
};

/// A file that the process with the turn has locked. The system removes the lock of a process that ends or crashes.
class turn_lock {
  public:
    /// Creates the file if it does not exist. Throws stockham::argument_error (field "turns") if it cannot be opened.
    explicit turn_lock(const std::string& path);
    ~turn_lock();
    turn_lock(const turn_lock&) = delete;
    turn_lock& operator=(const turn_lock&) = delete;

    /// Waits until no process has the turn, and takes it. Null if `stopped` returns true before. The turn must end
    /// before this object does. Throws stockham::argument_error if the file cannot be locked.
    std::unique_ptr<turn> take(const std::function<bool()>& stopped = [] { return false; }) const;

  private:
    std::string path_;
    int file_;
};

/// For the value of --turns; null if it is empty.
std::unique_ptr<turn_lock> make_turn_lock(const std::string& path);

}  // namespace bench
