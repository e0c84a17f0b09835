// What the threads of the library, and those that OpenCL starts for it, take over from the program's thread that starts
// them: its priority, but neither its signals nor its real-time scheduling, its processors or its small stack.
#pragma once

#include <functional>

namespace stockham::internal {

/// The nice value of the calling thread, higher for less urgent threads; 0 where the system has none per thread. New
/// threads inherit it.
int thread_niceness() noexcept;

/// Calls `work` while the calling thread blocks its signals: new threads inherit that, and signals are for the threads
/// of the program. Not blocked are those that a thread raises by a fault of its own, and SIGCHLD if the program has a
/// handler for it. The system gives that signal to the thread whose child has ended. In another thread the handler
/// might take the child away from OpenCL's compiler, which waits for its linker. Meanwhile a write beyond the limit for
/// files (RLIMIT_FSIZE) fails with EFBIG instead of ending the process. On Windows it only calls `work`.
void with_blocked_signals(void (*call)(const void* work), const void* work);
template <class Work>
void with_blocked_signals(const Work& work) {  // allocates nothing
    with_blocked_signals([](const void* w) { (*static_cast<const Work*>(w))(); }, &work);
}

/// True if the program ignores SIGCHLD: waiting for children fails, also for those of OpenCL's compiler.
bool forgets_children() noexcept;

/// To be called first in a new thread: takes ordinary scheduling if the thread has inherited real-time scheduling, and
/// the processors that the process had when the library was loaded. Does nothing where the system is not Linux.
void leave_inherited_scheduling() noexcept;

/// Calls `work`, in which OpenCL may start threads or needs stack: with blocked signals, and in a new thread if the
/// calling one has real-time scheduling, other processors than the process, or little stack. Throws what `work` throws.
void call_opencl_that_starts_threads(const std::function<void()>& work);

}  // namespace stockham::internal
