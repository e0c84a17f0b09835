// The priority of a thread, which the threads that it starts inherit.
#pragma once

namespace stockham::internal {

/// The nice value of the calling thread, higher for less urgent threads; 0 where the system has none per thread.
int thread_niceness() noexcept;

}  // namespace stockham::internal
