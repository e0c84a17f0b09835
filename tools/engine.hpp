// OpenCL for the command: a chosen device with its context, handles that release themselves, and one whole transform.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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
    /// `memory`: no job takes more bytes of it; 0: nearly all that the device has.
    explicit engine(const std::string& word, std::size_t memory = 0);

    cl_device_id device() const noexcept { return device_; }
    cl_context context() const noexcept { return context_.get(); }
    const device_description& description() const noexcept { return description_; }
    /// Bytes that all buffers of a job may take together.
    std::size_t memory() const noexcept { return memory_; }

    /// Why a job cannot have buffers of so many bytes at the same time, naming the limit; empty if it can.
    std::string shortage(const std::string& job, const std::vector<std::size_t>& buffers) const;

    queue_handle make_queue(cl_command_queue_properties properties = 0) const;
    buffer_handle make_buffer(std::size_t bytes, cl_mem_flags flags = CL_MEM_READ_WRITE) const;

  private:
    cl_device_id device_;
    device_description description_;
    std::size_t memory_;
    context_handle context_;
    std::optional<session> session_;  // one transform after the other, without compiling again
};

/// Runs a packed transform on data in host memory: `data` is read and then overwritten with the result. Throws
/// job_error if the device has not the memory for it, before it takes any.
void run_transform(const engine& e, const transform& t, void* data);

/// The same from `in` to `out`, which hold what either side of the transform states.
void run_transform(const engine& e, const transform& t, const void* in, void* out);

/// The same; where the device has not the memory, nothing is done and engine::shortage()'s text comes back.
std::string try_transform(const engine& e, const transform& t, const void* in, void* out);

}  // namespace stockham::tools
