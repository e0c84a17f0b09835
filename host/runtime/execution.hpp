// One execution asked for by a user: their buffers checked, a workspace found, the launches enqueued.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "runtime/executable.hpp"
#include "runtime/kept_workspace.hpp"
#include <stockham/error.hpp>
#include <stockham/plan.hpp>
#include <stockham/transform.hpp>

namespace stockham::internal {

/// Throws argument_error if one of them is null, or the device is none of the context's and no part of one.
void check_device(cl_context, cl_device_id);

/// What is behind a movable object. Throws argument_error if it was moved from.
template <class State>
const State& still_there(const std::unique_ptr<State>& state, const char* what) {
    if (!state) throw argument_error(what, std::string("the ") + what + " was moved from");
    return *state;
}

/// What an execution needs of its buffers.
struct buffer_needs {
    std::size_t input_bytes = 0;
    std::size_t output_bytes = 0;
    std::size_t workspace_bytes = 0;
    stockham::placement placement = stockham::placement::out_of_place;
    struct other {
        buffer which;
        std::size_t bytes;
    };
    std::vector<other> others;  ///< imaginary parts, a spectrum; of callbacks' data nothing is known
};

/// Throws argument_error unless this is a buffer of the context with at least so many bytes.
void check_buffer_of(const char* field, cl_mem, std::size_t bytes, cl_context);

/// Throws argument_error if the first so many bytes of two buffers overlap.
void check_apart(const char* field, cl_mem, std::size_t bytes, const char* other_field, cl_mem other,
                 std::size_t other_bytes);

/// One execution that is ready to be enqueued: what can fail for another reason than OpenCL's failed when it was made.
class ready_execution {
  public:
    /// Checks queue, buffers and events as plan::enqueue promises, takes the kept workspace if one is needed and none
    /// given, and the memory that enqueue() needs. The executable must outlive it.
    ready_execution(const executable&, const buffer_needs&, kept_workspace&, cl_context, cl_device_id, cl_command_queue,
                    const buffers&, cl_uint n_wait, const cl_event* wait, executable::events wanted);

    /// Enqueues it after these events, to be called once; returns events owned by the caller. Throws opencl_error only.
    std::vector<cl_event> enqueue(cl_uint n_wait, const cl_event* wait);

  private:
    const executable* executable_;
    cl_command_queue queue_;
    executable::events wanted_;
    execution_buffers buffers_;
    kept_workspace::use own_workspace_;
    std::vector<event_object> room_;
    std::vector<cl_event> events_;
};

}  // namespace stockham::internal
