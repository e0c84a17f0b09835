// The checks that every execution passes before anything is enqueued, and the workspace it brings along.
#include "runtime/execution.hpp"

#include <string>

#include <stockham/error.hpp>

namespace stockham {

namespace {

/// A range of bytes of a root buffer: sub-buffers are told apart from their parents by it.
struct byte_range {
    cl_mem root;
    std::size_t begin, end;
};

byte_range range_of(cl_mem memory, std::size_t bytes_used) {
    const auto parent = query<cl_mem>(clGetMemObjectInfo, memory, CL_MEM_ASSOCIATED_MEMOBJECT, "clGetMemObjectInfo");
    const auto begin = parent ? query<std::size_t>(clGetMemObjectInfo, memory, CL_MEM_OFFSET, "clGetMemObjectInfo") : 0;
    return {parent ? parent : memory, begin, begin + bytes_used};
}

bool overlap(const byte_range& a, const byte_range& b) {
    return a.root == b.root && a.begin < b.end && b.begin < a.end;
}

void check_buffer(const char* field, cl_mem memory, std::size_t needed, cl_context context) {
    const std::string name = field;
    if (!memory) throw argument_error(name, "the " + name + " buffer is null");
    cl_context owner = nullptr;
    if (clGetMemObjectInfo(memory, CL_MEM_CONTEXT, sizeof owner, &owner, nullptr) != CL_SUCCESS)
        throw argument_error(name, "the " + name + " buffer is not an OpenCL memory object");
    if (owner != context) throw argument_error(name, "the " + name + " buffer belongs to another context");
    const auto size = query<std::size_t>(clGetMemObjectInfo, memory, CL_MEM_SIZE, "clGetMemObjectInfo");
    if (size < needed)
        throw argument_error(name, "the " + name + " buffer has " + std::to_string(size) + " bytes; " +
                                       std::to_string(needed) + " are needed");
}

void check_queue(cl_command_queue queue, cl_context context, cl_device_id device) {
    if (!queue) throw argument_error("queue", "the command queue is null");
    cl_context owner = nullptr;
    if (clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof owner, &owner, nullptr) != CL_SUCCESS)
        throw argument_error("queue", "the command queue is not valid");
    if (owner != context) throw argument_error("queue", "the command queue belongs to another context");
    if (query<cl_device_id>(clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE, "clGetCommandQueueInfo") != device)
        throw argument_error("queue", "the command queue belongs to another device than the plan");
}

/// Some runtimes crash on what others refuse.
void check_wait_list(cl_uint n_wait, const cl_event* wait) {
    if (n_wait > 0 && !wait) throw argument_error("wait", "the list of events to wait for is null");
    for (cl_uint k = 0; k < n_wait; ++k)
        if (!wait[k]) throw argument_error("wait", "event " + std::to_string(k) + " to wait for is null");
}

}  // namespace

std::vector<cl_event> enqueue_checked(const executable& executable, const buffer_needs& needs, cl_context context,
                                      cl_device_id device, cl_command_queue queue, cl_mem in, cl_mem out,
                                      cl_mem workspace, cl_uint n_wait, const cl_event* wait,
                                      executable::events wanted) {
    check_queue(queue, context, device);
    check_wait_list(n_wait, wait);
    check_buffer("input", in, needs.input_bytes, context);
    const auto input = range_of(in, needs.input_bytes);
    if (needs.placement == placement::in_place) {
        if (out && out != in) throw argument_error("output", "in place, the output buffer is the input buffer");
        out = in;
    } else {
        check_buffer("output", out, needs.output_bytes, context);
        if (overlap(input, range_of(out, needs.output_bytes)))
            throw argument_error("output", "the input and output buffers overlap, but the plan is out of place");
    }
    memory_object own;
    if (needs.workspace_bytes == 0) {
        workspace = nullptr;
    } else if (workspace) {
        check_buffer("workspace", workspace, needs.workspace_bytes, context);
        const auto range = range_of(workspace, needs.workspace_bytes);
        if (overlap(range, input) || overlap(range, range_of(out, needs.output_bytes)))
            throw argument_error("workspace", "the workspace overlaps the input or the output buffer");
    } else {
        cl_int code = CL_SUCCESS;
        own = memory_object(clCreateBuffer(context, CL_MEM_READ_WRITE, needs.workspace_bytes, nullptr, &code));
        check_cl(code, "clCreateBuffer (workspace)");
        workspace = own.get();
    }
    // `own` is released on return: OpenCL keeps the memory until the commands that use it have finished.
    std::vector<cl_event> events;
    for (auto& event : executable.enqueue(queue, {in, out, workspace}, n_wait, n_wait ? wait : nullptr, wanted))
        events.push_back(event.release());
    return events;
}

}  // namespace stockham
