// Detects forks by a handler that runs in the child.
#include "process.hpp"

#include <atomic>
#include <mutex>
#include <stdexcept>

#include <pthread.h>

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
