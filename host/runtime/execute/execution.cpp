// Checks before an execution is enqueued, and its workspace.
#include "runtime/execute/execution.hpp"

#include <algorithm>
#include <string>

#include <stockham/error.hpp>

#include "runtime/execute/memory_check.hpp"

namespace stockham::internal {

void check_queue(cl_command_queue queue, cl_context context, cl_device_id device) {
    if (!queue) throw argument_error("queue", "the command queue is null");
    cl_context owner = nullptr;
    if (!is_valid(clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof owner, &owner, nullptr),
                  "clGetCommandQueueInfo", CL_INVALID_COMMAND_QUEUE))
        throw argument_error("queue", "the command queue is not valid");
    if (owner != context) throw argument_error("queue", "the command queue belongs to another context");
    if (query<cl_device_id>(clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE, "clGetCommandQueueInfo") != device)
        throw argument_error("queue", "the command queue belongs to another device than the plan");
}

/// Checked here because some runtimes crash on invalid lists.
void check_wait_list(cl_uint n_wait, const cl_event* wait, cl_context context) {
    if (n_wait > 0 && !wait) throw argument_error("wait", "the list of events to wait for is null");
    for (cl_uint k = 0; k < n_wait; ++k) {
        const auto refuse = [k](const char* why) {
            throw argument_error("wait", "event " + std::to_string(k) + " to wait for " + why);
        };
        if (!wait[k]) refuse("is null");
        cl_context owner = nullptr;
        if (!is_valid(clGetEventInfo(wait[k], CL_EVENT_CONTEXT, sizeof owner, &owner, nullptr), "clGetEventInfo",
                      CL_INVALID_EVENT))
            refuse("is not valid");
        if (owner != context) refuse("belongs to another context");
    }
}

namespace {

const char* name_of(buffer which) {
    switch (which) {
    case buffer::input_imaginary:
        return "input_imaginary";
    case buffer::output_imaginary:
        return "output_imaginary";
    default:
        return "spectrum";
    }
}

/// Checks input and output; in place, both are the input buffer.
void check_sides(const buffer_needs& needs, execution_buffers& b, const memory_owner& owner, overlap_check& others) {
    const bool in_place = needs.placement == placement::in_place;
    const auto range = [&](const char* field, buffer which, std::size_t bytes, use what) {
        known_buffer unknown;
        return checked_range(field, b[which], 0, bytes, what, owner, unknown);
    };
    others.add("input", range("input", buffer::input, needs.input_bytes, in_place ? use::both : use::read), in_place);
    auto &in_imaginary = b[buffer::input_imaginary], &out_imaginary = b[buffer::output_imaginary];
    if (!in_place) {
        others.add("output", range("output", buffer::output, needs.output_bytes, use::written), true);
        return;
    }
    if (b[buffer::output] && b[buffer::output] != b[buffer::input])
        throw argument_error("output", "in place, the output buffer must be the input buffer or null");
    if (out_imaginary && out_imaginary != in_imaginary)
        throw argument_error("output_imaginary", "in place, output_imaginary must be input_imaginary or null");
    b[buffer::output] = b[buffer::input];
    out_imaginary = in_imaginary;
}

}  // namespace

void check_device(cl_context context, cl_device_id device) {
    if (!context) throw argument_error("context", "the context is null");
    if (!device) throw argument_error("device", "the device is null");
    std::size_t bytes = 0;
    if (!is_valid(clGetContextInfo(context, CL_CONTEXT_DEVICES, 0, nullptr, &bytes), "clGetContextInfo",
                  CL_INVALID_CONTEXT))
        throw argument_error("context", "the context is not valid");
    std::vector<cl_device_id> devices(bytes / sizeof(cl_device_id));
    check_cl(clGetContextInfo(context, CL_CONTEXT_DEVICES, bytes, devices.data(), nullptr), "clGetContextInfo");
    // For the context of a sub-device, PoCL lists the whole device.
    const auto is_listed = [&](cl_device_id d) {
        return std::find(devices.begin(), devices.end(), d) != devices.end();
    };
    for (auto d = device; !is_listed(d);) {
        if (clGetDeviceInfo(d, CL_DEVICE_PARENT_DEVICE, sizeof d, &d, nullptr) != CL_SUCCESS || !d)
            throw argument_error("device", "the device is not one of the context's");
    }
}

/// Checks the buffers besides input and output: imaginary parts, the spectrum and callbacks' data.
static void check_others(const buffer_needs& needs, const execution_buffers& b, const memory_owner& owner,
                         overlap_check& others) {
    const bool in_place = needs.placement == placement::in_place;
    for (const auto& [which, bytes] : needs.others) {
        if (in_place && which == buffer::output_imaginary) continue;  // checked as the input's
        const bool written = which == buffer::output_imaginary || (in_place && which == buffer::input_imaginary);
        const auto what = !written ? use::read : in_place ? use::both : use::written;
        known_buffer unknown;
        others.add(name_of(which), checked_range(name_of(which), b[which], 0, bytes, what, owner, unknown), written);
    }
    check_data("load_data", b[buffer::load_data], owner);
    check_data("store_data", b[buffer::store_data], owner);
}

static execution_buffers all_of(const buffers& given) {
    execution_buffers b(given.input, given.output, given.workspace);
    b[buffer::input_imaginary] = given.input_imaginary;
    b[buffer::output_imaginary] = given.output_imaginary;
    b[buffer::spectrum] = given.spectrum;
    b[buffer::load_data] = given.load_data;
    b[buffer::store_data] = given.store_data;
    return b;
}

ready_execution::ready_execution(const executable& launches, const buffer_needs& needs, workspace_cache& kept,
                                 cl_context context, cl_device_id device, cl_command_queue queue, const buffers& given,
                                 cl_uint n_wait, const cl_event* wait, executable::events wanted)
    : executable_(&launches), queue_(queue), wanted_(wanted), buffers_(all_of(given)) {
    check_queue(queue, context, device);
    check_wait_list(n_wait, wait, context);
    overlap_check others;
    const memory_owner owner{context, &launches.addresses(), needs.alignment};
    check_sides(needs, buffers_, owner, others);
    check_others(needs, buffers_, owner, others);
    device_memory& workspace = buffers_[buffer::workspace];
    if (needs.workspace_bytes == 0) {
        workspace = {};
    } else if (workspace) {
        known_buffer unknown;
        others.add("workspace",
                   checked_range("workspace", workspace, 0, needs.workspace_bytes, use::both, owner, unknown), true);
    } else {
        own_workspace_ = kept.for_execution(queue, context, needs.workspace_bytes);
        workspace = own_workspace_.get();
    }
    room_ = launches.prepare(queue, wanted);
    events_.reserve(room_.capacity());
}

std::vector<cl_event> ready_execution::enqueue(cl_uint n_wait, const cl_event* wait) {
    auto done = executable_->enqueue(queue_, buffers_, n_wait, n_wait ? wait : nullptr, wanted_, std::move(room_));
    for (auto& event : done) events_.push_back(event.release());
    own_workspace_ = {};
    return std::move(events_);
}

}  // namespace stockham::internal
