// Owning wrappers of OpenCL handles, and error checks.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <stockham/opencl.hpp>

namespace stockham::internal {

/// Throws opencl_error{call, code} unless code is CL_SUCCESS.
void check_cl(cl_int code, const char* call);

/// True if an object is valid, given the return code of a query: false for `invalid` (such as CL_INVALID_CONTEXT).
/// Throws opencl_error{call, code} for any other failure.
bool is_valid(cl_int code, const char* call, cl_int invalid);

/// True if memory may have run out, of the device or of the host.
bool is_lack_of_memory(cl_int code);

/// The compiler's log; empty if it is not available.
std::string build_log(cl_program, cl_device_id);

// Queries of the extension cl_nv_device_attribute_query.
constexpr cl_device_info compute_capability_major_nv = 0x4000, compute_capability_minor_nv = 0x4001;
constexpr cl_device_info registers_per_block_nv = 0x4002;

/// The function that retains an object.
constexpr const char* retaining(cl_context) {
    return "clRetainContext";
}
constexpr const char* retaining(cl_program) {
    return "clRetainProgram";
}
constexpr const char* retaining(cl_kernel) {
    return "clRetainKernel";
}
constexpr const char* retaining(cl_mem) {
    return "clRetainMemObject";
}
constexpr const char* retaining(cl_event) {
    return "clRetainEvent";
}
constexpr const char* retaining(cl_command_queue) {
    return "clRetainCommandQueue";
}

/// Shares ownership of one OpenCL object.
template <class Handle, cl_int (*Retain)(Handle), cl_int (*Release)(Handle)>
class cl_object {
  public:
    cl_object() = default;
    /// Takes over the caller's reference.
    explicit cl_object(Handle owned) : handle_(owned) {}
    static cl_object retained(Handle borrowed) {
        if (borrowed) check_cl(Retain(borrowed), retaining(borrowed));
        return cl_object(borrowed);
    }
    cl_object(const cl_object& other) : cl_object(retained(other.handle_)) {}
    cl_object(cl_object&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    cl_object& operator=(cl_object other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~cl_object() {
        if (handle_) Release(handle_);
    }
    Handle get() const { return handle_; }
    Handle release() { return std::exchange(handle_, nullptr); }
    explicit operator bool() const { return handle_ != nullptr; }

  private:
    Handle handle_ = nullptr;
};

using context_object = cl_object<cl_context, clRetainContext, clReleaseContext>;
using program_object = cl_object<cl_program, clRetainProgram, clReleaseProgram>;
using kernel_object = cl_object<cl_kernel, clRetainKernel, clReleaseKernel>;
using memory_object = cl_object<cl_mem, clRetainMemObject, clReleaseMemObject>;
using event_object = cl_object<cl_event, clRetainEvent, clReleaseEvent>;
using queue_object = cl_object<cl_command_queue, clRetainCommandQueue, clReleaseCommandQueue>;

// Makers, which throw opencl_error.
/// Throws unsupported_error (rule "raised rights") as refuse_raised_rights() does, or opencl_error.
context_object make_context(cl_device_id);
/// Call it before the library looks for devices or makes a context. OpenCL loads libraries that the environment names,
/// and their rights would be those of the process.
void refuse_raised_rights();
queue_object make_queue(cl_context, cl_device_id);  ///< in order, without profiling
/// clBuildProgram for one device. Returns its code.
cl_int build_program(cl_program, cl_device_id, const std::string& options);
memory_object make_buffer(cl_context, cl_mem_flags, std::size_t bytes, void* host = nullptr);

template <class T, class Object, class Param, class Query>
T query(Query get, Object object, Param param, const char* call) {
    T value{};
    check_cl(get(object, param, sizeof value, &value, nullptr), call);
    return value;
}

template <class Object, class Param, class Query>
std::string query_string(Query get, Object object, Param param, const char* call) {
    std::size_t bytes = 0;
    check_cl(get(object, param, 0, nullptr, &bytes), call);
    std::string text(bytes, '\0');
    check_cl(get(object, param, bytes, text.data(), nullptr), call);
    while (!text.empty() && (text.back() == '\0' || text.back() == ' ')) text.pop_back();
    return text;
}

/// True if the queue is out of order. Throws argument_error if it is null or not valid.
bool is_out_of_order(cl_command_queue);

}  // namespace stockham::internal
