// OpenCL objects for programs that use the library: its handles, and functions that create an object or throw
// opencl_error.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include <stockham/error.hpp>
#include <stockham/opencl.hpp>

#include "runtime/opencl/opencl.hpp"

namespace stockham::harness {

using internal::check_cl;
using internal::context_object;
using internal::event_object;
using internal::kernel_object;
using internal::memory_object;
using internal::program_object;
using internal::queue_object;

inline context_object make_context(cl_device_id device) {
    cl_int code = CL_SUCCESS;
    context_object context(clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code));
    check_cl(code, "clCreateContext");
    return context;
}

inline queue_object make_queue(cl_context context, cl_device_id device, cl_command_queue_properties properties = 0) {
    cl_int code = CL_SUCCESS;
    queue_object queue(clCreateCommandQueue(context, device, properties, &code));
    check_cl(code, "clCreateCommandQueue");
    return queue;
}

/// With `data`, the buffer is initialised with `bytes` bytes from there.
inline memory_object make_buffer(cl_context context, std::size_t bytes, cl_mem_flags flags = CL_MEM_READ_WRITE,
                                 const void* data = nullptr) {
    cl_int code = CL_SUCCESS;
    if (data != nullptr) flags |= CL_MEM_COPY_HOST_PTR;
    memory_object buffer(clCreateBuffer(context, flags, bytes, const_cast<void*>(data), &code));
    check_cl(code, "clCreateBuffer");
    return buffer;
}

/// A part of a buffer, in bytes; `origin` must be a multiple of CL_DEVICE_MEM_BASE_ADDR_ALIGN. Without flags it
/// inherits those of `whole`.
inline memory_object make_sub_buffer(cl_mem whole, std::size_t origin, std::size_t bytes, cl_mem_flags flags = 0) {
    const cl_buffer_region region{origin, bytes};
    cl_int code = CL_SUCCESS;
    memory_object part(clCreateSubBuffer(whole, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &code));
    check_cl(code, "clCreateSubBuffer");
    return part;
}

inline event_object make_user_event(cl_context context) {
    cl_int code = CL_SUCCESS;
    event_object event(clCreateUserEvent(context, &code));
    check_cl(code, "clCreateUserEvent");
    return event;
}

/// A program compiled for the device. The exception of a failed build contains the build log.
inline program_object make_program(cl_context context, cl_device_id device, const std::string& source,
                                   const std::string& options = "") {
    cl_int code = CL_SUCCESS;
    const char* text = source.c_str();
    program_object program(clCreateProgramWithSource(context, 1, &text, nullptr, &code));
    check_cl(code, "clCreateProgramWithSource");
    code = clBuildProgram(program.get(), 1, &device, options.c_str(), nullptr, nullptr);
    if (code != CL_SUCCESS) throw opencl_error("clBuildProgram", code, internal::build_log(program.get(), device));
    return program;
}

inline kernel_object make_kernel(cl_program program, const char* name) {
    cl_int code = CL_SUCCESS;
    kernel_object kernel(clCreateKernel(program, name, &code));
    check_cl(code, "clCreateKernel");
    return kernel;
}

/// Pinned host memory, which the device accesses by DMA: a CL_MEM_ALLOC_HOST_PTR buffer that stays mapped.
class pinned_memory {
  public:
    pinned_memory(cl_context context, const queue_object& queue, std::size_t bytes)
        : queue_(queue), buffer_(make_buffer(context, bytes, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR)),
          bytes_(bytes) {
        cl_int code = CL_SUCCESS;
        data_ = static_cast<char*>(clEnqueueMapBuffer(queue_.get(), buffer_.get(), CL_TRUE, CL_MAP_READ | CL_MAP_WRITE,
                                                      0, bytes, 0, nullptr, nullptr, &code));
        check_cl(code, "clEnqueueMapBuffer");
        // Some drivers allocate pages at the first access; touching them here keeps that out of measured times.
        for (std::size_t at = 0; at < bytes; at += 4096) static_cast<volatile char*>(data_)[at] = 0;
    }
    ~pinned_memory() {
        if (data_ == nullptr) return;
        clEnqueueUnmapMemObject(queue_.get(), buffer_.get(), data_, 0, nullptr, nullptr);
        clFinish(queue_.get());
    }
    pinned_memory(pinned_memory&& other) noexcept
        : queue_(std::move(other.queue_)), buffer_(std::move(other.buffer_)),
          data_(std::exchange(other.data_, nullptr)), bytes_(other.bytes_) {}
    pinned_memory& operator=(pinned_memory&&) = delete;
    char* data() const noexcept { return data_; }
    std::size_t size() const noexcept { return bytes_; }

  private:
    queue_object queue_;
    memory_object buffer_;
    char* data_ = nullptr;
    std::size_t bytes_;
};

/// When the device executed a command, in nanoseconds of its own clock.
struct execution_time {
    cl_ulong start = 0;
    cl_ulong end = 0;
    double seconds() const { return end > start ? 1e-9 * static_cast<double>(end - start) : 0; }
};

/// The execution time of a completed command of a queue with profiling.
inline execution_time execution_of(cl_event event) {
    execution_time t;
    check_cl(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof t.start, &t.start, nullptr),
             "clGetEventProfilingInfo");
    check_cl(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof t.end, &t.end, nullptr),
             "clGetEventProfilingInfo");
    return t;
}

}  // namespace stockham::harness
