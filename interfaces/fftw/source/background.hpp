// The thread that prepares the device while the program goes on with FFTW.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>

namespace fftw_device {

class background {
  public:
    struct task {
        std::function<void()> work;  ///< must not throw
        bool demanded = false;       ///< else it runs when the program's threads leave time
    };
    /// Throws std::system_error if there is no thread for it.
    void add(task);

    /// Lets the present task end, and starts no other.
    void stop() noexcept;
    /// Has exit() call stop() before it destroys the objects that exist now, whichever thread calls it.
    void end_before_present_objects() noexcept;

  private:
    void work();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<task> waiting_;
    bool started_ = false, busy_ = false, stopping_ = false;
};

}  // namespace fftw_device
