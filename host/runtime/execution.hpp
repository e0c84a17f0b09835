// One execution asked for by a user: their buffers checked, a workspace found, the launches enqueued.
#pragma once

#include <cstddef>
#include <vector>

#include "runtime/executable.hpp"
#include <stockham/plan.hpp>
#include <stockham/transform.hpp>

namespace stockham {

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
    std::vector<other> others;  ///< imaginary parts, a spectrum
};

/// Checks queue and buffers as plan::enqueue promises, allocates the workspace if one is needed and none given
/// (released once the execution is done), and enqueues. Returns events owned by the caller.
std::vector<cl_event> enqueue_checked(const executable&, const buffer_needs&, cl_context, cl_device_id,
                                      cl_command_queue, const buffers&, cl_uint n_wait, const cl_event* wait,
                                      executable::events = executable::events::last);

}  // namespace stockham
