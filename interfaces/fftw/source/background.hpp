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
    bool is_busy() noexcept;

  private:
    void work();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<task> waiting_;
    bool started_ = false, busy_ = false, stopping_ = false;
};

/// To be called in each thread that uses plans: if it ends the program, the present task ends first.
void watch_end_of_program() noexcept;

}  // namespace fftw_device
