// The workspace of executions for which the user gives none.
#pragma once

#include <cstddef>
#include <mutex>

#include "runtime/opencl/opencl.hpp"

namespace stockham::internal {

/// Reuses one workspace for consecutive executions on the same in-order queue, which never overlap, if it is large
/// enough. Otherwise each execution gets its own. An allocation costs more than many transforms: 80 us on an NVIDIA
/// H200. Thread-safe.
class workspace_cache {
  public:
    /// One execution's hold on the workspace, until its last launch is enqueued. OpenCL keeps the memory until the
    /// commands that use it have finished.
    class use {
      public:
        cl_mem get() const { return memory_.get(); }

      private:
        friend class workspace_cache;
        memory_object memory_;
        std::unique_lock<std::mutex> lock_;  // no other thread's launches come in between
    };

    /// Throws opencl_error if the allocation fails.
    use for_execution(cl_command_queue, cl_context, std::size_t bytes);

  private:
    std::mutex mutex_;
    cl_command_queue queue_ = nullptr;  // of the last execution; not retained, only compared
    memory_object memory_;
    std::size_t bytes_ = 0;  // of memory_
};

}  // namespace stockham::internal
