// What plans and convolutions of the C face share: options and buffers.
#pragma once

#include "c_api/handles.hpp"
#include "c_api/transfer.hpp"

namespace stockham::c_api {

/// Of NULL the default options. They refer to the handles that the caller's name.
plan_options options_in(const stockham_plan_options* given);

buffers buffers_in(const stockham_buffers* given);

/// Throws argument_error for a list of events that is NULL and not empty.
void check_wait_list(cl_uint count, const cl_event* wait);

/// Enqueues an execution of a plan or a convolution, with an event if the caller wants one.
template <class Executable>
void enqueue_for(const Executable& ready, cl_command_queue queue, const stockham_buffers* given, cl_uint wait_count,
                 const cl_event* wait, cl_event* done) {
    const auto all = buffers_in(given);
    check_wait_list(wait_count, wait);
    if (done)
        *done = ready.enqueue(queue, all, wait_count, wait);
    else
        ready.execute(queue, all, wait_count, wait);
}

}  // namespace stockham::c_api
