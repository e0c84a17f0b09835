// OpenCL for the command: a chosen device with its context, handles that release themselves, and one whole transform.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include <stockham/opencl.hpp>
#include <stockham/stockham.hpp>

namespace stockham::tools {

/// Throws stockham::opencl_error unless `code` is CL_SUCCESS.
void check_cl(const char* call, cl_int code);

/// Owns one reference to an OpenCL object; a copy takes another one.
template <class T, cl_int(CL_API_CALL* retain)(T), cl_int(CL_API_CALL* release)(T)>
class handle {
  public:
    handle() = default;
    explicit handle(T object) noexcept : object_(object) {}
    handle(const handle& other) noexcept : object_(other.object_) {
        if (object_ != nullptr) retain(object_);
    }
    handle(handle&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    handle& operator=(handle other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~handle() {
        if (object_ != nullptr) release(object_);
    }
    T get() const noexcept { return object_; }
    explicit operator bool() const noexcept { return object_ != nullptr; }

  private:
    T object_ = nullptr;
};

using context_handle = handle<cl_context, clRetainContext, clReleaseContext>;
using queue_handle = handle<cl_command_queue, clRetainCommandQueue, clReleaseCommandQueue>;
using buffer_handle = handle<cl_mem, clRetainMemObject, clReleaseMemObject>;
using event_handle = handle<cl_event, clRetainEvent, clReleaseEvent>;

/// A device chosen by the word of --device (empty: the default), and a context for it.
class engine {
  public:
    explicit engine(const std::string& word);

    cl_device_id device() const noexcept { return device_; }
    cl_context context() const noexcept { return context_.get(); }
    const device_description& description() const noexcept { return description_; }

    queue_handle make_queue(cl_command_queue_properties properties = 0) const;
    buffer_handle make_buffer(std::size_t bytes, cl_mem_flags flags = CL_MEM_READ_WRITE) const;

  private:
    cl_device_id device_;
    device_description description_;
    context_handle context_;
    std::optional<session> session_;  // one transform after the other, without compiling again
};

/// Runs a packed transform on data in host memory: `data` is read and then overwritten with the result.
void run_transform(const engine& e, const transform& t, void* data);

/// The same from `in` to `out`, which hold what either side of the transform states.
void run_transform(const engine& e, const transform& t, const void* in, void* out);

}  // namespace stockham::tools
