// Handlers around fork().
#include "forked.hpp"

#include <pthread.h>

#include <atomic>
#include <new>

#include "real_fftw.hpp"

namespace fftw_device {

namespace {

std::atomic<bool> forked{false};

void before() {
    planner_mutex().lock();
    registry_mutex().lock();
}
void in_parent() {
    registry_mutex().unlock();
    planner_mutex().unlock();
}
/// The mutexes are made anew: a recursive one knows its owner by the number of a thread, which differs in the child.
void in_child() {
    forked = true;
    new (&planner_mutex()) std::recursive_mutex;
    new (&registry_mutex()) std::shared_mutex;
}

[[maybe_unused]] const int registered = pthread_atfork(before, in_parent, in_child);

}  // namespace

bool is_forked() noexcept {
    return forked.load(std::memory_order_relaxed);
}

std::shared_mutex& registry_mutex() {
    static auto* const mutex = new std::shared_mutex;  // used until the end of the process
    return *mutex;
}

}  // namespace fftw_device
