// The plan: a transform made ready for one device, and its execution.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <CL/cl.h>
#include <stockham/device.hpp>
#include <stockham/export.hpp>
#include <stockham/transform.hpp>

namespace stockham {

/// Keeps the compiled programs and twiddle tables of a context alive while no plan of it is: a new plan of a
/// problem planned before then costs no compilation. Cheap, copyable, thread-safe.
class STOCKHAM_API session {
  public:
    explicit session(cl_context);
    ~session();
    session(const session&);
    session& operator=(const session&);

  private:
    std::shared_ptr<void> state_;
};

struct plan_options {
    /// Plan for these limits instead of the device's own (they must not exceed what the device can do).
    const device_description* plan_for = nullptr;
};

/// A transform planned and compiled for one device of a context. Immutable: enqueue() is const and may be called
/// from many threads at once, also on different queues. Movable, not copyable. It retains the context.
class STOCKHAM_API plan {
  public:
    /// Plans, compiles and builds the tables. Throws argument_error or unsupported_error for the transform (see
    /// check()), unsupported_error if the device lacks double precision, opencl_error with the build log.
    plan(cl_context, cl_device_id, const transform&, const plan_options& = {});
    ~plan();
    plan(plan&&) noexcept;
    plan& operator=(plan&&) noexcept;
    plan(const plan&) = delete;
    plan& operator=(const plan&) = delete;

    const transform& problem() const noexcept;

    /// Bytes of workspace one execution needs; may be 0. Concurrent executions need one workspace each.
    std::size_t workspace_size() const noexcept;

    /// The number of kernels that one execution launches.
    std::size_t launches() const noexcept;

    /// The steps in tensor notation, one a line, for people and logs.
    std::string to_string() const;

    /// Enqueues one execution. `in` and `out` hold the elements at the places that the transform's layouts state;
    /// in place, `out` is null or the same buffer. Out of place never writes `in`. `workspace` has at least
    /// workspace_size() bytes; if it is null and one is needed, this call allocates one and releases it.
    /// Execution starts after the `n_wait` events of `wait` and is done when the returned event is: the caller
    /// owns that event and must release it. In-order and out-of-order queues; nothing waits on the host.
    /// Throws argument_error if a buffer is too small, of another context, overlaps another, or the queue is of
    /// another context or device; opencl_error if OpenCL refuses (the buffers' contents are then undefined).
    cl_event enqueue(cl_command_queue, cl_mem in, cl_mem out = nullptr, cl_mem workspace = nullptr, cl_uint n_wait = 0,
                     const cl_event* wait = nullptr) const;

    /// As enqueue(), but makes no event: the cheapest way on an in-order queue (on an NVIDIA H200 an event costs 1.3
    /// us, a launch 3.4). On an out-of-order queue, a barrier, a marker or clFinish tells when it is done.
    void execute(cl_command_queue, cl_mem in, cl_mem out = nullptr, cl_mem workspace = nullptr, cl_uint n_wait = 0,
                 const cl_event* wait = nullptr) const;

    /// As enqueue(), but returns the event of every launch, in order, all owned by the caller: on a queue with
    /// profiling they tell what each step takes.
    std::vector<cl_event> enqueue_each(cl_command_queue, cl_mem in, cl_mem out = nullptr, cl_mem workspace = nullptr,
                                       cl_uint n_wait = 0, const cl_event* wait = nullptr) const;

  private:
    struct state;
    std::unique_ptr<state> state_;
};

/// What plan::to_string() would say for a described device: planning only, no OpenCL device is asked.
/// Throws what plan's constructor throws, but nothing of OpenCL.
STOCKHAM_API std::string plan_text(const transform&, const device_description&);

/// The OpenCL C sources of the kernels of that plan, one a launch, in order.
STOCKHAM_API std::vector<std::string> plan_kernels(const transform&, const device_description&);

}  // namespace stockham
