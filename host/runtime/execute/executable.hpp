// A list of launches prepared for one device: compiles programs, uploads tables, creates kernels, and enqueues them.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <stockham/memory.hpp>

#include "launch/launch.hpp"
#include "runtime/opencl/addresses.hpp"
#include "runtime/opencl/opencl.hpp"
#include "runtime/programs/context_state.hpp"

namespace stockham::internal {

/// A compiled kernel's work-group limit and local memory, as the runtime reports them.
struct kernel_limits {
    std::size_t work_group = 0;
    std::uint64_t local_bytes = 0;
};

/// The buffers of one execution. Those that no launch uses may be null.
class execution_buffers {
  public:
    execution_buffers(device_memory input, device_memory output, device_memory workspace)
        : memory_{input, output, workspace} {}
    device_memory& operator[](buffer which) { return memory_[static_cast<std::size_t>(which)]; }
    device_memory operator[](buffer which) const { return memory_[static_cast<std::size_t>(which)]; }

  private:
    std::array<device_memory, static_cast<std::size_t>(buffer::store_data) + 1> memory_;
};

/// The memory of executions that share launches, or of one.
struct executions {
    executions(const execution_buffers& one) : buffers(&one) {}
    /// `first_given`: of those members whose buffers are arguments. It also has the memory that all share.
    executions(const execution_buffers* first_given, std::size_t how_many, std::size_t all)
        : buffers(first_given), given(how_many), count(all) {}

    const execution_buffers* buffers;
    std::size_t given = 1;
    std::size_t count = 1;                         ///< of all members
    cl_mem table = nullptr;                        ///< if the launches have one
    cl_uint first = 0;                             ///< the place of the first member in the table
    const std::vector<const void*>* reached = {};  ///< addresses that kernels compute from the table; null: none
};

class executable {
  public:
    /// Compiles each launch's program (or takes it from the context's cache) and creates its kernel.
    /// Throws opencl_error with the build log. Does not check limits(). `problem` is for notes on long compilations;
    /// if it is empty, there are none.
    executable(context_state&, cl_device_id, std::vector<launch>, std::string problem = {});

    /// Without their sources, which are dropped after compilation.
    const std::vector<launch>& launches() const { return launches_; }
    kernel_limits limits(std::size_t launch) const;
    /// The rules for addresses as arguments of the kernels.
    const address_space& addresses() const { return addresses_; }

    /// Which events enqueue() returns.
    enum class events { none, last, each };

    /// Makes the counters that the launches need on this queue, and reserves memory for the wanted events. After it,
    /// enqueue() on the same queue fails only if OpenCL fails.
    std::vector<event_object> prepare(cl_command_queue, events) const;

    /// Enqueues all launches in order after `wait` and returns the wanted events. `room` is the result of prepare() for
    /// these events. Thread-safe.
    std::vector<event_object> enqueue(cl_command_queue, const executions&, cl_uint n_wait, const cl_event* wait,
                                      events wanted, std::vector<event_object> room) const;

    /// prepare() and enqueue() in one: if it throws anything but opencl_error, nothing was launched.
    std::vector<event_object> enqueue(cl_command_queue, const executions&, cl_uint n_wait, const cl_event* wait,
                                      events = events::last) const;

  private:
    struct ready;  // a kernel with its tables, and the lock for setting its arguments
    void set_memory(cl_kernel, std::size_t argument, device_memory) const;
    void enqueue_one(std::size_t launch, cl_command_queue, const executions&, cl_uint n_wait, const cl_event* wait,
                     cl_event* event) const;

    cl_context context_;
    cl_device_id device_;
    address_space addresses_;
    std::string problem_;
    std::vector<launch> launches_;
    std::vector<std::shared_ptr<ready>> ready_;
};

}  // namespace stockham::internal
