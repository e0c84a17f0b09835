// OpenCL functions in the test program. Each calls the loader's function of the same name.
#include "opencl_calls.hpp"

#include <atomic>
#include <string_view>

#include <dlfcn.h>

#include "failing_new.hpp"

namespace {

using namespace opencl_calls;

std::array<std::atomic<long>, object_count> owned{};
std::atomic<long> launch_count{0};

struct wish {
    std::string_view function;
    cl_int code = CL_SUCCESS;
    long after = 0;
};
thread_local wish wanted;

/// The code that this call returns at once, or CL_SUCCESS to continue.
cl_int code_for(std::string_view function) {
    return function == wanted.function && wanted.after-- <= 0 ? wanted.code : CL_SUCCESS;
}

template <class Handle>
Handle made(object what, Handle handle) {
    if (handle) ++owned[what];
    return handle;
}
cl_int counted(object what, long change, cl_int code) {
    if (code == CL_SUCCESS) owned[what] += change;
    return code;
}
cl_int with_event(cl_event* event, cl_int code) {
    if (code == CL_SUCCESS && event) ++owned[events];
    return code;
}
cl_int launched(cl_int code) {
    launch_count += code == CL_SUCCESS;
    return code;
}

}  // namespace

namespace opencl_calls {

references owned_references() {
    references all;
    for (std::size_t k = 0; k < object_count; ++k) all.of[k] = owned[k];
    return all;
}
long launches() {
    return launch_count;
}
failing_call::failing_call(const char* function, cl_int code, long after) {
    wanted = {function, code, after};
}
failing_call::~failing_call() {
    wanted = {};
}

}  // namespace opencl_calls

/// `next` is the loader's function. failing_new.hpp counts nothing until the function returns.
#define BEGIN(function)                                                                                                \
    const failing_new::suspended no_failures;                                                                          \
    static const auto next = reinterpret_cast<decltype(&function)>(dlsym(RTLD_NEXT, #function));

#define CODE(function, parameters, result)                                                                             \
    cl_int CL_API_CALL function parameters {                                                                           \
        BEGIN(function)                                                                                                \
        if (const cl_int code = code_for(#function)) return code;                                                      \
        return result;                                                                                                 \
    }
#define OBJECT(handle, function, what, parameters, arguments)                                                          \
    handle CL_API_CALL function parameters {                                                                           \
        BEGIN(function)                                                                                                \
        if (const cl_int code = code_for(#function)) {                                                                 \
            if (e) *e = code;                                                                                          \
            return nullptr;                                                                                            \
        }                                                                                                              \
        return made(what, next arguments);                                                                             \
    }
#define REFERENCES(Name, handle, what)                                                                                 \
    CODE(clRetain##Name, (handle h), counted(what, 1, next(h)))                                                        \
    CODE(clRelease##Name, (handle h), counted(what, -1, next(h)))
#define INFO(function, handle, question)                                                                               \
    CODE(function, (handle h, question q, size_t n, void* v, size_t* r), next(h, q, n, v, r))
#define NOTIFY void(CL_CALLBACK * notify)

extern "C" {

REFERENCES(Context, cl_context, contexts)
REFERENCES(CommandQueue, cl_command_queue, queues)
REFERENCES(MemObject, cl_mem, memories)
REFERENCES(Program, cl_program, programs)
REFERENCES(Kernel, cl_kernel, kernels)
REFERENCES(Event, cl_event, events)

INFO(clGetPlatformInfo, cl_platform_id, cl_platform_info)
INFO(clGetDeviceInfo, cl_device_id, cl_device_info)
INFO(clGetContextInfo, cl_context, cl_context_info)
INFO(clGetCommandQueueInfo, cl_command_queue, cl_command_queue_info)
INFO(clGetMemObjectInfo, cl_mem, cl_mem_info)
INFO(clGetProgramInfo, cl_program, cl_program_info)
INFO(clGetEventInfo, cl_event, cl_event_info)
INFO(clGetEventProfilingInfo, cl_event, cl_profiling_info)
CODE(clGetProgramBuildInfo, (cl_program p, cl_device_id d, cl_program_build_info q, size_t n, void* v, size_t* r),
     next(p, d, q, n, v, r))
CODE(clGetKernelWorkGroupInfo, (cl_kernel k, cl_device_id d, cl_kernel_work_group_info q, size_t n, void* v, size_t* r),
     next(k, d, q, n, v, r))
CODE(clGetPlatformIDs, (cl_uint n, cl_platform_id* p, cl_uint* c), next(n, p, c))
CODE(clGetDeviceIDs, (cl_platform_id p, cl_device_type t, cl_uint n, cl_device_id* d, cl_uint* c), next(p, t, n, d, c))

OBJECT(cl_context, clCreateContext, contexts,
       (const cl_context_properties* p, cl_uint n, const cl_device_id* d,
        NOTIFY(const char*, const void*, size_t, void*), void* u, cl_int* e),
       (p, n, d, notify, u, e))
OBJECT(cl_command_queue, clCreateCommandQueue, queues,
       (cl_context c, cl_device_id d, cl_command_queue_properties p, cl_int* e), (c, d, p, e))
OBJECT(cl_mem, clCreateBuffer, memories, (cl_context c, cl_mem_flags f, size_t n, void* h, cl_int* e), (c, f, n, h, e))
OBJECT(cl_mem, clCreateSubBuffer, memories,
       (cl_mem m, cl_mem_flags f, cl_buffer_create_type t, const void* i, cl_int* e), (m, f, t, i, e))
OBJECT(cl_program, clCreateProgramWithSource, programs,
       (cl_context c, cl_uint n, const char** t, const size_t* l, cl_int* e), (c, n, t, l, e))
OBJECT(cl_program, clCreateProgramWithBinary, programs,
       (cl_context c, cl_uint n, const cl_device_id* d, const size_t* l, const unsigned char** b, cl_int* s, cl_int* e),
       (c, n, d, l, b, s, e))
OBJECT(cl_kernel, clCreateKernel, kernels, (cl_program p, const char* t, cl_int* e), (p, t, e))
OBJECT(cl_event, clCreateUserEvent, events, (cl_context c, cl_int* e), (c, e))

CODE(clBuildProgram,
     (cl_program p, cl_uint n, const cl_device_id* d, const char* o, NOTIFY(cl_program, void*), void* u),
     next(p, n, d, o, notify, u))
CODE(clSetKernelArg, (cl_kernel k, cl_uint i, size_t n, const void* v), next(k, i, n, v))
CODE(clSetEventCallback, (cl_event v, cl_int s, NOTIFY(cl_event, cl_int, void*), void* u), next(v, s, notify, u))
CODE(clWaitForEvents, (cl_uint n, const cl_event* w), next(n, w))
CODE(clFlush, (cl_command_queue q), next(q))
CODE(clFinish, (cl_command_queue q), next(q))
CODE(clEnqueueReadBuffer,
     (cl_command_queue q, cl_mem m, cl_bool b, size_t o, size_t s, void* p, cl_uint n, const cl_event* w, cl_event* v),
     with_event(v, next(q, m, b, o, s, p, n, w, v)))
CODE(clEnqueueWriteBuffer,
     (cl_command_queue q, cl_mem m, cl_bool b, size_t o, size_t s, const void* p, cl_uint n, const cl_event* w,
      cl_event* v),
     with_event(v, next(q, m, b, o, s, p, n, w, v)))
CODE(clEnqueueSVMMemcpy,
     (cl_command_queue q, cl_bool b, void* t, const void* f, size_t s, cl_uint n, const cl_event* w, cl_event* v),
     with_event(v, next(q, b, t, f, s, n, w, v)))
CODE(clEnqueueNDRangeKernel,
     (cl_command_queue q, cl_kernel k, cl_uint d, const size_t* o, const size_t* g, const size_t* l, cl_uint n,
      const cl_event* w, cl_event* v),
     launched(with_event(v, next(q, k, d, o, g, l, n, w, v))))
CODE(clEnqueueMarkerWithWaitList, (cl_command_queue q, cl_uint n, const cl_event* w, cl_event* v),
     with_event(v, next(q, n, w, v)))

}  // extern "C"
