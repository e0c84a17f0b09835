// OpenCL objects that release themselves, and executions that return such events. Inline only: nothing here needs
// OpenCL-CLHPP, whose users have stockham/clhpp.hpp.
#pragma once

#include <utility>
#include <vector>

#include <stockham/convolution.hpp>
#include <stockham/error.hpp>
#include <stockham/opencl.hpp>
#include <stockham/plan.hpp>
#include <stockham/transpose.hpp>

namespace stockham {
inline namespace v0_2 {

namespace detail {

inline void retain(cl_context object) noexcept {
    clRetainContext(object);
}
inline void retain(cl_command_queue object) noexcept {
    clRetainCommandQueue(object);
}
inline void retain(cl_mem object) noexcept {
    clRetainMemObject(object);
}
inline void retain(cl_event object) noexcept {
    clRetainEvent(object);
}
inline void release(cl_context object) noexcept {
    clReleaseContext(object);
}
inline void release(cl_command_queue object) noexcept {
    clReleaseCommandQueue(object);
}
inline void release(cl_mem object) noexcept {
    clReleaseMemObject(object);
}
inline void release(cl_event object) noexcept {
    clReleaseEvent(object);
}

}  // namespace detail

/// One share in a context, queue, buffer or event: copies share the object by OpenCL's own reference count, and the
/// last one releases it, as CLHPP's classes do. No member throws. As with std::shared_ptr, different copies may be used
/// in different threads at once; one and the same must not be changed by one thread while others use it.
template <class Handle>
class owned {
  public:
    owned() noexcept = default;  ///< of nothing
    /// Takes over a reference that the caller owns, such as what clCreateBuffer returns.
    explicit owned(Handle handle) noexcept : handle_(handle) {}
    /// One share more in the same object, if there is one.
    owned(const owned& other) noexcept : handle_(other.handle_) {
        if (handle_) detail::retain(handle_);
    }
    /// Takes over the other one's share; it has none afterwards.
    owned(owned&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    /// Takes the other one's share, a copy's or one moved from, and gives up its own.
    owned& operator=(owned other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~owned() {
        if (handle_) detail::release(handle_);
    }

    /// The handle for OpenCL's functions, still owned here; null if there is none.
    Handle get() const noexcept { return handle_; }
    /// Whether there is an object.
    explicit operator bool() const noexcept { return handle_ != nullptr; }
    /// Hands the reference on to the caller, who must release it.
    Handle release() noexcept { return std::exchange(handle_, nullptr); }

  private:
    Handle handle_ = nullptr;
};

using owned_context = owned<cl_context>;      ///< of clCreateContext
using owned_queue = owned<cl_command_queue>;  ///< of clCreateCommandQueue
using owned_buffer = owned<cl_mem>;           ///< of clCreateBuffer
using event = owned<cl_event>;                ///< of an execution; releasing it does not wait for it

/// Waits until the event is done. Throws opencl_error if it is none or what it belongs to failed.
inline void wait(const event& done) {
    const cl_event handle = done.get();
    const cl_int code = clWaitForEvents(1, &handle);
    if (code != CL_SUCCESS) throw opencl_error("clWaitForEvents", code);
}

namespace detail {

inline std::vector<cl_event> handles(const std::vector<event>& events) {
    std::vector<cl_event> list;
    list.reserve(events.size());
    for (const event& each : events) list.push_back(each.get());
    return list;
}

}  // namespace detail

/// Enqueues one execution of a plan or a convolution, after all of `after`, as their member enqueue() does, and throws
/// what that throws.
template <class Executable>
event enqueue(const Executable& ready, cl_command_queue queue, const buffers& all,
              const std::vector<event>& after = {}) {
    const std::vector<cl_event> list = detail::handles(after);
    return event(ready.enqueue(queue, all, static_cast<cl_uint>(list.size()), list.empty() ? nullptr : list.data()));
}

/// The same of a transposition.
inline event enqueue(const transposition& ready, cl_command_queue queue, cl_mem in, cl_mem out = nullptr,
                     cl_mem workspace = nullptr, const std::vector<event>& after = {}) {
    const std::vector<cl_event> list = detail::handles(after);
    return event(ready.enqueue(queue, in, out, workspace, static_cast<cl_uint>(list.size()),
                               list.empty() ? nullptr : list.data()));
}

}  // namespace v0_2
}  // namespace stockham
