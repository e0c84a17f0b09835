// The thread in the background, and its end at the end of the program.
#include "background.hpp"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <thread>
#include <utility>

#include "state.hpp"

namespace fftw_device {

namespace {

/// Stops the thread when the main thread leaves the program. exit() destroys the thread-local objects of its caller
/// before all other objects: those of the OpenCL implementation and of the library, which the thread may be using, may
/// be newer than any handler that could be registered here.
class end_of_program {
  public:
    ~end_of_program() {
        if (is_main && !process().forked) process().worker.stop();
    }
    bool is_main = false;
};
thread_local end_of_program at_end;

/// The thread that loads the library is the main one, unless a module loads it later.
[[maybe_unused]] const bool watched = at_end.is_main = syscall(SYS_gettid) == getpid();

/// The program's own threads come first: where they need all cores, this one gets a twentieth of one, so that a
/// parallel transform, which waits for its slowest thread, loses as little. At the lowest priority a compilation of two
/// seconds would take two minutes. A demanded device computes with threads that inherit this priority.
void yield_to_program() {
    constexpr int twentieth = 14;
    setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), twentieth);
}

}  // namespace

void background::add(task next) {
    const std::lock_guard lock(mutex_);
    if (stopping_) return;
    waiting_.push_back(std::move(next));
    if (!started_) {
        std::thread([this] { work(); }).detach();
        started_ = true;
    }
    changed_.notify_all();
}

void background::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return !waiting_.empty(); });
        const task next = std::move(waiting_.front());
        waiting_.pop_front();
        busy_ = true;
        lock.unlock();
        end_before_present_objects();
        if (!next.demanded) yield_to_program();
        next.work();
        lock.lock();
        busy_ = false;
        changed_.notify_all();
    }
}

void background::stop() noexcept {
    std::unique_lock lock(mutex_);
    stopping_ = true;
    waiting_.clear();
    changed_.wait(lock, [this] { return !busy_; });
}

void background::end_before_present_objects() noexcept {
    static_cast<void>(std::atexit([] {
        if (!process().forked) process().worker.stop();
    }));
}

}  // namespace fftw_device
