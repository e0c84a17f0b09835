// Checks the return codes of OpenCL calls.
#include "runtime/opencl/opencl.hpp"

#include <stockham/error.hpp>
#include <stockham/owned.hpp>

#include "base/environment.hpp"
#include "base/own_threads.hpp"

namespace stockham::internal {

void check_cl(cl_int code, const char* call) {
    detail::check_call(code, call);
}

bool is_valid(cl_int code, const char* call, cl_int invalid) {
    if (code != invalid) check_cl(code, call);
    return code != invalid;
}

bool is_lack_of_memory(cl_int code) {
    return code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_HOST_MEMORY || code == CL_OUT_OF_RESOURCES ||
           code == CL_INVALID_BUFFER_SIZE;
}

bool is_out_of_order(cl_command_queue queue) {
    if (!queue) throw argument_error("queue", "the command queue is null");
    cl_command_queue_properties properties = 0;
    if (!is_valid(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties, nullptr),
                  "clGetCommandQueueInfo", CL_INVALID_COMMAND_QUEUE))
        throw argument_error("queue", "the command queue is not valid");
    return (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
}

std::string build_log(cl_program program, cl_device_id device) {
    std::size_t bytes = 0;
    if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &bytes) != CL_SUCCESS) return {};
    std::string log(bytes, '\0');
    if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, bytes, log.data(), nullptr) != CL_SUCCESS)
        return {};
    while (!log.empty() && (log.back() == '\0' || log.back() == '\n')) log.pop_back();
    return log;
}

void refuse_raised_rights() {
    if (rights_are_raised())
        throw unsupported_error("raised rights",
                                "a process with more rights than its user looks for no OpenCL device and makes no "
                                "context; it may plan in a context of its own (docs/security.md)");
}

context_object make_context(cl_device_id device) {
    refuse_raised_rights();
    context_object made;
    call_opencl_that_starts_threads([&] {
        cl_int code = CL_SUCCESS;
        made = context_object(clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code));
        check_cl(code, "clCreateContext");
    });
    return made;
}

queue_object make_queue(cl_context context, cl_device_id device) {
    queue_object made;
    call_opencl_that_starts_threads([&] {
        cl_int code = CL_SUCCESS;
        made = queue_object(clCreateCommandQueue(context, device, 0, &code));
        check_cl(code, "clCreateCommandQueue");
    });
    return made;
}

cl_int build_program(cl_program program, cl_device_id device, const std::string& options) {
    cl_int code = CL_SUCCESS;
    call_opencl_that_starts_threads(
        [&] { code = clBuildProgram(program, 1, &device, options.c_str(), nullptr, nullptr); });
    return code;
}

memory_object make_buffer(cl_context context, cl_mem_flags flags, std::size_t bytes, void* host) {
    cl_int code = CL_SUCCESS;
    memory_object made(clCreateBuffer(context, flags, bytes, host, &code));
    check_cl(code, "clCreateBuffer");
    return made;
}

}  // namespace stockham::internal
