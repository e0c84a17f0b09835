// The thread in the background, and its end at the end of the program.
#include "background.hpp"

#include <dlfcn.h>
#include <execinfo.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/start_thread.hpp"
#include "state.hpp"

namespace fftw_device {

namespace {

/// True if exit() has called, in which the main thread also ends when it returns from main().
bool is_in_exit() {
    void* frames[64];
    const int count = backtrace(frames, 64);
    return std::any_of(frames, frames + count, [](void* after_call) {
        Dl_info about;
        return dladdr(static_cast<char*>(after_call) - 1, &about) && about.dli_sname &&
               std::string_view(about.dli_sname) == "exit";
    });
}

/// Stops the thread when a thread that uses plans ends the program. exit() destroys the thread-local objects of its
/// caller before all other objects: those of the OpenCL implementation and of the library, which the thread in the
/// background may be using, may be newer than any handler that could be registered here.
class end_of_program {
  public:
    ~end_of_program() {
        if (!process().forked && process().worker.is_busy() && is_in_exit()) process().worker.stop();
    }
    bool is_watched = false;
};
thread_local end_of_program at_end;

/// The program's own threads come first: where they need all cores, this one gets a twentieth of one, so that a
/// parallel transform, which waits for its slowest thread, loses as little. At the lowest priority a compilation of two
/// seconds would take two minutes. A demanded device computes with threads that inherit this priority.
void yield_to_program() {
    constexpr int twentieth = 14;
    setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), twentieth);
}

}  // namespace

void watch_end_of_program() noexcept {
    at_end.is_watched = true;
}

void background::add(task next) {
    const std::lock_guard lock(mutex_);
    if (stopping_) return;
    waiting_.push_back(std::move(next));
    if (!started_) {
        stockham::internal::own_thread([this] { work(); }).detach();
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

bool background::is_busy() noexcept {
    const std::lock_guard lock(mutex_);
    return busy_ || !waiting_.empty();
}

}  // namespace fftw_device
