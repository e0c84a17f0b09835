// Defines OpenCL's functions. Each looks up its counterpart in the loader at its first call. The module therefore does
// not depend on libOpenCL, can be imported without one, and can share the loader of pyopencl's wheel, whose objects it
// receives.
#include "opencl_loader.hpp"

#include <atomic>
#include <mutex>

#include <dlfcn.h>

#include <stockham/error.hpp>
#include <stockham/opencl.hpp>

// A function of OpenCL 2.0, which the header does not declare for 1.2.
extern "C" cl_int CL_API_CALL clSetKernelArgSVMPointer(cl_kernel, cl_uint, const void*);

namespace {

constexpr cl_int no_platform = -1001;  // CL_PLATFORM_NOT_FOUND_KHR

std::vector<std::string>& names() {
    static auto& list = *new std::vector<std::string>{"libOpenCL.so.1", "libOpenCL.so"};  // used until the process ends
    return list;
}

std::vector<std::string>& drivers() {
    static auto& list = *new std::vector<std::string>;
    return list;
}

std::string& in_use() {
    static auto& name = *new std::string;
    return name;
}

std::string& failure() {  // of the last loader tried
    static auto& text = *new std::string;
    return text;
}

std::mutex opening;
std::atomic<void*> library = nullptr;

// Tries again after a failure, because a loader may have been installed. Never closes it, because drivers leave
// threads.
void* open_loader() {
    if (void* open = library) return open;
    const std::lock_guard<std::mutex> locked(opening);
    if (library) return library;
    for (const std::string& driver : drivers()) dlopen(driver.c_str(), RTLD_NOW | RTLD_LOCAL);
    for (const std::string& name : names()) {
        if (void* handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) {
            in_use() = name;
            library = handle;
            return handle;
        }
        failure() = dlerror();
    }
    return nullptr;
}

void* find(const char* function) {
    void* loader = open_loader();
    void* address = loader ? dlsym(loader, function) : nullptr;
    if (!address) throw stockham::opencl_error(function, loader ? CL_INVALID_OPERATION : no_platform);
    return address;
}

}  // namespace

void set_opencl_loaders(std::vector<std::string> loaders, std::vector<std::string> before) {
    names() = std::move(loaders);
    drivers() = std::move(before);
}

void check_named_loader() {
    if (names().size() > 1 || open_loader()) return;
    const std::lock_guard<std::mutex> locked(opening);
    throw stockham::argument_error("STOCKHAM_OPENCL", "STOCKHAM_OPENCL: cannot load the OpenCL loader: " + failure());
}

std::string opencl_loader_in_use() {
    return library ? in_use() : std::string();
}

#define FORWARD(result, function, parameters, arguments)                                                               \
    result CL_API_CALL function parameters {                                                                           \
        static const auto target = reinterpret_cast<decltype(&function)>(find(#function));                             \
        return target arguments;                                                                                       \
    }

extern "C" {

cl_int CL_API_CALL clGetPlatformIDs(cl_uint room, cl_platform_id* platforms, cl_uint* count) {
    if (!open_loader()) return no_platform;
    static const auto target = reinterpret_cast<decltype(&clGetPlatformIDs)>(find("clGetPlatformIDs"));
    return target(room, platforms, count);
}

#define NOTIFY void(CL_CALLBACK * notify)
FORWARD(cl_int, clGetDeviceIDs, (cl_platform_id p, cl_device_type t, cl_uint n, cl_device_id* d, cl_uint* c),
        (p, t, n, d, c))
FORWARD(cl_int, clGetPlatformInfo, (cl_platform_id p, cl_platform_info i, size_t n, void* v, size_t* r),
        (p, i, n, v, r))
FORWARD(cl_int, clGetDeviceInfo, (cl_device_id d, cl_device_info i, size_t n, void* v, size_t* r), (d, i, n, v, r))
FORWARD(cl_context, clCreateContext,
        (const cl_context_properties* p, cl_uint n, const cl_device_id* d,
         NOTIFY(const char*, const void*, size_t, void*), void* u, cl_int* e),
        (p, n, d, notify, u, e))
FORWARD(cl_int, clRetainContext, (cl_context c), (c))
FORWARD(cl_int, clReleaseContext, (cl_context c), (c))
FORWARD(cl_int, clGetContextInfo, (cl_context c, cl_context_info i, size_t n, void* v, size_t* r), (c, i, n, v, r))
FORWARD(cl_command_queue, clCreateCommandQueue,
        (cl_context c, cl_device_id d, cl_command_queue_properties p, cl_int* e), (c, d, p, e))
FORWARD(cl_int, clRetainCommandQueue, (cl_command_queue q), (q))
FORWARD(cl_int, clReleaseCommandQueue, (cl_command_queue q), (q))
FORWARD(cl_int, clGetCommandQueueInfo, (cl_command_queue q, cl_command_queue_info i, size_t n, void* v, size_t* r),
        (q, i, n, v, r))
FORWARD(cl_mem, clCreateBuffer, (cl_context c, cl_mem_flags f, size_t n, void* h, cl_int* e), (c, f, n, h, e))
FORWARD(cl_mem, clCreateSubBuffer, (cl_mem m, cl_mem_flags f, cl_buffer_create_type t, const void* i, cl_int* e),
        (m, f, t, i, e))
FORWARD(cl_int, clRetainMemObject, (cl_mem m), (m))
FORWARD(cl_int, clReleaseMemObject, (cl_mem m), (m))
FORWARD(cl_int, clGetMemObjectInfo, (cl_mem m, cl_mem_info i, size_t n, void* v, size_t* r), (m, i, n, v, r))
FORWARD(cl_program, clCreateProgramWithSource, (cl_context c, cl_uint n, const char** t, const size_t* l, cl_int* e),
        (c, n, t, l, e))
FORWARD(cl_program, clCreateProgramWithBinary,
        (cl_context c, cl_uint n, const cl_device_id* d, const size_t* l, const unsigned char** b, cl_int* s,
         cl_int* e),
        (c, n, d, l, b, s, e))
FORWARD(cl_int, clRetainProgram, (cl_program p), (p))
FORWARD(cl_int, clReleaseProgram, (cl_program p), (p))
FORWARD(cl_int, clBuildProgram,
        (cl_program p, cl_uint n, const cl_device_id* d, const char* o, NOTIFY(cl_program, void*), void* u),
        (p, n, d, o, notify, u))
FORWARD(cl_int, clGetProgramInfo, (cl_program p, cl_program_info i, size_t n, void* v, size_t* r), (p, i, n, v, r))
FORWARD(cl_int, clGetProgramBuildInfo,
        (cl_program p, cl_device_id d, cl_program_build_info i, size_t n, void* v, size_t* r), (p, d, i, n, v, r))
FORWARD(cl_kernel, clCreateKernel, (cl_program p, const char* t, cl_int* e), (p, t, e))
FORWARD(cl_int, clCreateKernelsInProgram, (cl_program p, cl_uint n, cl_kernel* k, cl_uint* c), (p, n, k, c))
FORWARD(cl_int, clRetainKernel, (cl_kernel k), (k))
FORWARD(cl_int, clReleaseKernel, (cl_kernel k), (k))
FORWARD(cl_int, clSetKernelArg, (cl_kernel k, cl_uint i, size_t n, const void* v), (k, i, n, v))
FORWARD(cl_int, clSetKernelArgSVMPointer, (cl_kernel k, cl_uint i, const void* v), (k, i, v))
FORWARD(void*, clGetExtensionFunctionAddressForPlatform, (cl_platform_id p, const char* t), (p, t))
FORWARD(cl_int, clGetKernelWorkGroupInfo,
        (cl_kernel k, cl_device_id d, cl_kernel_work_group_info i, size_t n, void* v, size_t* r), (k, d, i, n, v, r))
FORWARD(cl_int, clWaitForEvents, (cl_uint n, const cl_event* e), (n, e))
FORWARD(cl_int, clGetEventInfo, (cl_event v, cl_event_info i, size_t n, void* p, size_t* r), (v, i, n, p, r))
FORWARD(cl_int, clGetEventProfilingInfo, (cl_event v, cl_profiling_info i, size_t n, void* p, size_t* r),
        (v, i, n, p, r))
FORWARD(cl_event, clCreateUserEvent, (cl_context c, cl_int* e), (c, e))
FORWARD(cl_int, clSetUserEventStatus, (cl_event v, cl_int s), (v, s))
FORWARD(cl_int, clSetEventCallback, (cl_event v, cl_int s, NOTIFY(cl_event, cl_int, void*), void* u), (v, s, notify, u))
FORWARD(cl_int, clRetainEvent, (cl_event v), (v))
FORWARD(cl_int, clReleaseEvent, (cl_event v), (v))
FORWARD(cl_int, clFlush, (cl_command_queue q), (q))
FORWARD(cl_int, clFinish, (cl_command_queue q), (q))
FORWARD(cl_int, clEnqueueReadBuffer,
        (cl_command_queue q, cl_mem m, cl_bool b, size_t o, size_t s, void* p, cl_uint n, const cl_event* w,
         cl_event* v),
        (q, m, b, o, s, p, n, w, v))
FORWARD(cl_int, clEnqueueWriteBuffer,
        (cl_command_queue q, cl_mem m, cl_bool b, size_t o, size_t s, const void* p, cl_uint n, const cl_event* w,
         cl_event* v),
        (q, m, b, o, s, p, n, w, v))
FORWARD(cl_int, clEnqueueCopyBuffer,
        (cl_command_queue q, cl_mem a, cl_mem b, size_t i, size_t o, size_t s, cl_uint n, const cl_event* w,
         cl_event* v),
        (q, a, b, i, o, s, n, w, v))
FORWARD(cl_int, clEnqueueFillBuffer,
        (cl_command_queue q, cl_mem m, const void* p, size_t k, size_t o, size_t s, cl_uint n, const cl_event* w,
         cl_event* v),
        (q, m, p, k, o, s, n, w, v))
FORWARD(void*, clEnqueueMapBuffer,
        (cl_command_queue q, cl_mem m, cl_bool b, cl_map_flags f, size_t o, size_t s, cl_uint n, const cl_event* w,
         cl_event* v, cl_int* e),
        (q, m, b, f, o, s, n, w, v, e))
FORWARD(cl_int, clEnqueueUnmapMemObject,
        (cl_command_queue q, cl_mem m, void* p, cl_uint n, const cl_event* w, cl_event* v), (q, m, p, n, w, v))
FORWARD(cl_int, clEnqueueNDRangeKernel,
        (cl_command_queue q, cl_kernel k, cl_uint d, const size_t* o, const size_t* g, const size_t* l, cl_uint n,
         const cl_event* w, cl_event* v),
        (q, k, d, o, g, l, n, w, v))
FORWARD(cl_int, clEnqueueMarkerWithWaitList, (cl_command_queue q, cl_uint n, const cl_event* w, cl_event* v),
        (q, n, w, v))
FORWARD(cl_int, clEnqueueBarrierWithWaitList, (cl_command_queue q, cl_uint n, const cl_event* w, cl_event* v),
        (q, n, w, v))

}  // extern "C"
