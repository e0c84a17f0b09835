// Options and buffers, shared by plans and convolutions of the C interface.
#pragma once

#include "c_api/handles.hpp"
#include "c_api/transfer.hpp"

namespace stockham::c_api {

/// Default options for NULL. The result refers to the handles in `given`.
plan_options options_in(const stockham_plan_options* given);

convolution_description description_in(const stockham_convolution_description* given);

buffers buffers_in(const stockham_buffers* given);

/// The one that is given, if any. Throws argument_error if both are.
device_memory memory_in(cl_mem buffer, const void* address, const char* field);

/// Throws argument_error for a NULL list with a count above 0.
void check_wait_list(cl_uint count, const cl_event* wait);

/// Enqueues an execution of a plan or a convolution, with an event if `done` is not NULL.
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
