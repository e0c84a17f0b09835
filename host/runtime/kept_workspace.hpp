// The workspace of executions that are given none.
#pragma once

#include <cstddef>
#include <mutex>

#include "runtime/opencl.hpp"

namespace stockham::internal {

/// Keeps one workspace from an execution to the next one on the same in-order queue, where each begins when the one
/// before has ended; elsewhere every execution gets its own. A new one for each costs more than many a transform: 80 us
/// on an NVIDIA H200. Thread-safe.
class kept_workspace {
  public:
    /// What one execution uses, until its last launch is enqueued: OpenCL keeps memory until the commands that use it
    /// have finished.
    class use {
      public:
        cl_mem get() const { return memory_.get(); }

      private:
        friend class kept_workspace;
        memory_object memory_;
        std::unique_lock<std::mutex> lock_;  // no other thread's launches come in between
    };

    /// Throws opencl_error where there is no memory.
    use for_execution(cl_command_queue, cl_context, std::size_t bytes);

  private:
    std::mutex mutex_;
    cl_command_queue queue_ = nullptr;  // the last one; not retained, only compared
    memory_object memory_;
};

}  // namespace stockham::internal
