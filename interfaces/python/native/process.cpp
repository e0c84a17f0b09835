// Detects forks by a handler that runs in the child, and ends the process when no call is running.
#include "process.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stdexcept>

#include <pthread.h>

#include "interpreter.hpp"

namespace {

std::atomic<bool> used = false;
std::atomic<bool> forked_child = false;

void in_child() {
    if (used) forked_child = true;
}

}  // namespace

void check_process() {
    if (forked_child)
        throw std::runtime_error(
            "stockham was used before this process was forked, and OpenCL does not work in a forked "
            "child: use the \"spawn\" or \"forkserver\" method of multiprocessing");
    if (!used) {
        static std::once_flag registered;
        std::call_once(registered, [] { pthread_atfork(nullptr, nullptr, &in_child); });
        used = true;
    }
}

bool is_forked_child() noexcept {
    return forked_child;
}

namespace {

// Never destroyed: threads use it until the process has ended.
struct call_counter {
    std::mutex guard;
    std::condition_variable changed;
    int running = 0;
    bool ending = false;
    pthread_t end_thread{};
};

call_counter& counter() {
    static auto* const made = new call_counter;
    return *made;
}

}  // namespace

void calls::enter() {
    call_counter& all = counter();
    std::unique_lock<std::mutex> lock(all.guard);
    all.changed.wait(lock, [&] { return !all.ending || pthread_equal(all.end_thread, pthread_self()); });
    ++all.running;
}

void calls::leave() {
    call_counter& all = counter();
    const std::lock_guard<std::mutex> lock(all.guard);
    --all.running;
    all.changed.notify_all();
}

void finish_calls(double seconds) {
    if (is_forked_child()) return;  // the lock may have been held by a thread that the child lacks
    PyThreadState* const state = PyEval_SaveThread();
    {
        call_counter& all = counter();
        std::unique_lock<std::mutex> lock(all.guard);
        all.ending = true;
        all.end_thread = pthread_self();
        all.changed.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return all.running == 0; });
    }
    take_interpreter([&] { PyEval_RestoreThread(state); });
}
