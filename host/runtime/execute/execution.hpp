// One execution of a plan: checks the user's buffers, provides a workspace, enqueues the launches.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "runtime/execute/executable.hpp"
#include "runtime/execute/memory_check.hpp"
#include "runtime/execute/workspace_cache.hpp"
#include <stockham/error.hpp>
#include <stockham/plan.hpp>
#include <stockham/transform.hpp>

namespace stockham::internal {

/// Throws argument_error if either is null, or if the device is neither one of the context's nor a sub-device of one.
void check_device(cl_context, cl_device_id);

/// The state behind a movable object. Throws argument_error if it was moved from.
template <class State>
const State& checked_state(const std::unique_ptr<State>& state, const char* what) {
    if (!state) throw argument_error(what, std::string("the ") + what + " was moved from");
    return *state;
}

/// Sizes of the buffers of an execution.
struct buffer_needs {
    std::size_t input_bytes = 0;
    std::size_t output_bytes = 0;
    std::size_t workspace_bytes = 0;
    stockham::placement placement = stockham::placement::out_of_place;
    std::size_t alignment = 1;  ///< of addresses and offsets
    struct other {
        buffer which;
        std::size_t bytes;
    };
    std::vector<other> others;  ///< imaginary parts and a spectrum; the size of callbacks' data is unknown
    std::size_t input_alignment = 0, output_alignment = 0;  ///< of one side, if it differs
};

/// Throws argument_error unless this is a queue of the context and the device.
void check_queue(cl_command_queue, cl_context, cl_device_id);
/// Throws argument_error unless these are events of the context.
void check_wait_list(cl_uint n_wait, const cl_event* wait, cl_context);

/// An execution that is ready to be enqueued. Every failure other than OpenCL's happens in the constructor.
class ready_execution {
  public:
    /// Checks queue, buffers and events as plan::enqueue documents. Takes the cached workspace if one is needed but not
    /// given, and reserves the memory that enqueue() needs. The executable must outlive it.
    ready_execution(const executable&, const buffer_needs&, workspace_cache&, cl_context, cl_device_id,
                    cl_command_queue, const buffers&, cl_uint n_wait, const cl_event* wait, executable::events wanted);

    /// Enqueues it after these events; to be called once. The caller owns the returned events. Throws only
    /// opencl_error.
    std::vector<cl_event> enqueue(cl_uint n_wait, const cl_event* wait);

  private:
    const executable* executable_;
    cl_command_queue queue_;
    executable::events wanted_;
    execution_buffers buffers_;
    workspace_cache::use own_workspace_;
    std::vector<event_object> room_;
    std::vector<cl_event> events_;
};

}  // namespace stockham::internal
