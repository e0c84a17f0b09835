// A list of launches made ready on one device: compiled programs, uploaded tables, kernels; and their enqueueing.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "launch/launch.hpp"
#include "runtime/context_state.hpp"
#include "runtime/opencl.hpp"

namespace stockham::internal {

/// What a compiled kernel turned out to need and allow, read back from the runtime.
struct kernel_limits {
    std::size_t work_group = 0;
    std::uint64_t local_bytes = 0;
};

/// The buffers of one execution, by their names; those that no launch uses may be null.
class execution_buffers {
  public:
    execution_buffers(cl_mem input, cl_mem output, cl_mem workspace) : memory_{input, output, workspace} {}
    cl_mem& operator[](buffer which) { return memory_[static_cast<std::size_t>(which)]; }
    cl_mem operator[](buffer which) const { return memory_[static_cast<std::size_t>(which)]; }

  private:
    std::array<cl_mem, static_cast<std::size_t>(buffer::store_data) + 1> memory_;
};

class executable {
  public:
    /// Compiles each launch's program (or takes it from the context's cache) and makes its kernel.
    /// Throws opencl_error with the build log. Does not check the limits: limits() tells them.
    executable(context_state&, cl_device_id, std::vector<launch>);

    /// Without their sources, which nothing needs once they are compiled.
    const std::vector<launch>& launches() const { return launches_; }
    kernel_limits limits(std::size_t launch) const;

    /// Which launches' events enqueue() returns.
    enum class events { none, last, each };

    /// Makes what the launches on this queue need beside their buffers. An enqueue() that follows on the same queue
    /// fails only if OpenCL does: it needs no memory for `events`, which has room for those that are wanted.
    std::vector<event_object> prepare(cl_command_queue, events) const;

    /// Enqueues all launches in order after `wait`; returns their events, or the last one's alone. Thread-safe.
    /// `room` is what prepare() returned for these events.
    std::vector<event_object> enqueue(cl_command_queue, const execution_buffers&, cl_uint n_wait, const cl_event* wait,
                                      events wanted, std::vector<event_object> room) const;

    /// prepare() and enqueue() in one: if it throws anything but opencl_error, nothing was launched.
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

}  // namespace stockham::internal
