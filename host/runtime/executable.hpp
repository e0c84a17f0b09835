// A list of launches made ready on one device: compiled programs, uploaded tables, kernels; and their enqueueing.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "kernel/launch.hpp"
#include "runtime/context_state.hpp"
#include "runtime/opencl.hpp"

namespace stockham {

/// What a compiled kernel turned out to need and allow, read back from the runtime.
struct kernel_limits {
    std::size_t work_group = 0;
    std::size_t local_bytes = 0;
};

/// The buffers of one execution. `workspace` may be null if no launch uses it.
struct execution_buffers {
    cl_mem input = nullptr;
    cl_mem output = nullptr;
    cl_mem workspace = nullptr;
};

class executable {
  public:
    /// Compiles each launch's program (or takes it from the context's cache) and makes its kernel.
    /// Throws opencl_error with the build log. Does not check the limits: limits() tells them.
    executable(context_state&, cl_device_id, std::vector<launch>);

    const std::vector<launch>& launches() const { return launches_; }
    kernel_limits limits(std::size_t launch) const;

    /// Which launches' events enqueue() returns.
    enum class events { none, last, each };

    /// Enqueues all launches in order after `wait`; returns their events, or the last one's alone. Thread-safe.
    std::vector<event_object> enqueue(cl_command_queue, const execution_buffers&, cl_uint n_wait, const cl_event* wait,
                                      events = events::last) const;

  private:
    struct ready;  // a kernel with its tables, and the lock that setting its arguments needs
    void enqueue_one(std::size_t launch, cl_command_queue, const execution_buffers&, cl_uint n_wait,
                     const cl_event* wait, cl_event* event) const;

    cl_context context_;
    cl_device_id device_;
    std::vector<launch> launches_;
    std::vector<std::shared_ptr<ready>> ready_;
};

}  // namespace stockham
