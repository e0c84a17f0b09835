// Asks POSIX for signals and stacks, and Linux for the scheduling of single threads.
#include "base/own_threads.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>

#ifndef _WIN32
#include <pthread.h>
#include <signal.h>
#endif
#ifdef __linux__
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace stockham::internal {

int thread_niceness() noexcept {
#ifdef __linux__
    return getpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)));
#else
    return 0;
#endif
}

#ifdef _WIN32

void with_blocked_signals(void (*call)(const void*), const void* work) {
    call(work);
}

bool forgets_children() noexcept {
    return false;
}

#else

namespace {

bool handles_children() noexcept {
    struct sigaction now;
    return sigaction(SIGCHLD, nullptr, &now) == 0 && now.sa_handler != SIG_DFL && now.sa_handler != SIG_IGN;
}

class blocked_signals {
  public:
    blocked_signals() noexcept {
        sigset_t all;
        sigfillset(&all);
        for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT}) sigdelset(&all, fault);
        if (handles_children()) sigdelset(&all, SIGCHLD);
        changed_ = pthread_sigmask(SIG_BLOCK, &all, &before_) == 0;
    }
    ~blocked_signals() {
        if (!changed_) return;
        if (sigismember(&before_, SIGXFSZ) == 0) drop(SIGXFSZ);
        pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }
    blocked_signals(const blocked_signals&) = delete;
    blocked_signals& operator=(const blocked_signals&) = delete;

  private:
    /// Takes a pending signal away: the call that raised it has failed, which is enough.
    static void drop(int signal) noexcept {
        sigset_t pending, one;
        if (sigpending(&pending) != 0 || sigismember(&pending, signal) != 1) return;
        sigemptyset(&one);
        sigaddset(&one, signal);
        sigwait(&one, &signal);
    }

    sigset_t before_;
    bool changed_;
};

}  // namespace

void with_blocked_signals(void (*call)(const void*), const void* work) {
    const blocked_signals none;
    call(work);
}

bool forgets_children() noexcept {
    struct sigaction now;
    return sigaction(SIGCHLD, nullptr, &now) == 0 && (now.sa_handler == SIG_IGN || (now.sa_flags & SA_NOCLDWAIT) != 0);
}

#endif

#ifdef __linux__

namespace {

/// The processors of the process when the library was loaded: those that taskset, mpirun or a batch system has set.
/// Empty if there are more than the system call takes here.
const cpu_set_t& processors_of_process() {
    static const cpu_set_t all = [] {
        cpu_set_t set;
        if (sched_getaffinity(0, sizeof set, &set) != 0) CPU_ZERO(&set);
        return set;
    }();
    return all;
}
[[maybe_unused]] const bool asked_at_load = (processors_of_process(), true);

bool has_other_processors() noexcept {
    const auto& all = processors_of_process();
    cpu_set_t now;
    return CPU_COUNT(&all) > 0 && sched_getaffinity(0, sizeof now, &now) == 0 && !CPU_EQUAL(&now, &all);
}

bool has_real_time() noexcept {
    const int policy = sched_getscheduler(0) & ~SCHED_RESET_ON_FORK;
    return policy == SCHED_FIFO || policy == SCHED_RR;
}

/// Stack that a compiler needs: LLVM takes some hundred KB.
constexpr std::size_t enough_stack = std::size_t{1} << 20;

bool has_little_stack() noexcept {
    pthread_attr_t about;
    if (pthread_getattr_np(pthread_self(), &about) != 0) return false;
    void* lowest = nullptr;
    std::size_t bytes = 0;
    const bool known = pthread_attr_getstack(&about, &lowest, &bytes) == 0;
    pthread_attr_destroy(&about);
    const auto here = reinterpret_cast<std::uintptr_t>(&about), end = reinterpret_cast<std::uintptr_t>(lowest);
    // On a stack that the program made itself, such as a coroutine's, nothing is known about the room.
    return known && (here < end || here - end >= bytes || here - end < enough_stack);
}

struct call {
    const std::function<void()>& work;
    std::exception_ptr failure;
};

void* in_new_thread(void* given) {
    auto& c = *static_cast<call*>(given);
    leave_inherited_scheduling();
    try {
        c.work();
    } catch (...) {
        c.failure = std::current_exception();
    }
    return nullptr;
}

/// False if the system starts no thread.
bool run_in_new_thread(call& c) {
    constexpr std::size_t stack = 8 * enough_stack;  // of a program's first thread
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return false;
    pthread_attr_setstacksize(&attributes, stack);
    pthread_t thread{};
    const bool started = pthread_create(&thread, &attributes, in_new_thread, &c) == 0;
    pthread_attr_destroy(&attributes);
    if (started) pthread_join(thread, nullptr);
    return started;
}

}  // namespace

void leave_inherited_scheduling() noexcept {
    const sched_param ordinary{};
    if (has_real_time()) sched_setscheduler(0, SCHED_OTHER, &ordinary);
    if (has_other_processors()) sched_setaffinity(0, sizeof(cpu_set_t), &processors_of_process());
}

void call_opencl_that_starts_threads(const std::function<void()>& work) {
    const bool apart = has_real_time() || has_other_processors() || has_little_stack();
    call c{work, nullptr};
    with_blocked_signals([&] {
        if (!apart || !run_in_new_thread(c)) work();
    });
    if (c.failure) std::rethrow_exception(c.failure);
}

#else

void leave_inherited_scheduling() noexcept {}

void call_opencl_that_starts_threads(const std::function<void()>& work) {
    with_blocked_signals(work);
}

#endif

}  // namespace stockham::internal
