// Owning handles of OpenCL objects, and executions that return owned events. Inline only, without OpenCL-CLHPP (for
// which see stockham/clhpp.hpp).
#pragma once

#include <utility>
#include <vector>

#include <stockham/batch.hpp>
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

/// Throws opencl_error for every code but CL_SUCCESS.
inline void check_call(cl_int code, const char* call) {
    if (code != CL_SUCCESS) throw opencl_error(call, code);
}

}  // namespace detail

/// An owning handle of a context, queue, buffer or event. Copies retain the object, destructors release it. No member
/// throws. Thread-safe like std::shared_ptr: different copies may be used at once, one object must not be modified
/// while others use it.
template <class Handle>
class owned {
  public:
    owned() noexcept = default;  ///< empty
    /// Takes ownership of a reference, such as the result of clCreateBuffer.
    explicit owned(Handle handle) noexcept : handle_(handle) {}
    /// Retains the object, if any.
    owned(const owned& other) noexcept : handle_(other.handle_) {
        if (handle_) detail::retain(handle_);
    }
    /// Takes the reference; leaves the other empty.
    owned(owned&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    /// Releases its own reference and takes that of the argument, a copy or a moved value.
    owned& operator=(owned other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~owned() {
        if (handle_) detail::release(handle_);
    }

    /// The handle, still owned by this object; null if empty.
    Handle get() const noexcept { return handle_; }
    /// False if empty.
    explicit operator bool() const noexcept { return handle_ != nullptr; }
    /// Passes ownership to the caller; leaves this object empty.
    Handle release() noexcept { return std::exchange(handle_, nullptr); }

  private:
    Handle handle_ = nullptr;
};

using owned_context = owned<cl_context>;      ///< from clCreateContext
using owned_queue = owned<cl_command_queue>;  ///< from clCreateCommandQueue
using owned_buffer = owned<cl_mem>;           ///< from clCreateBuffer
using event = owned<cl_event>;                ///< from an execution; its destructor does not wait

/// Waits for the event. Throws opencl_error if it is empty or its execution failed.
inline void wait(const event& done) {
    const cl_event handle = done.get();
    detail::check_call(clWaitForEvents(1, &handle), "clWaitForEvents");
}

namespace detail {

inline std::vector<cl_event> handles(const std::vector<event>& events) {
    std::vector<cl_event> list;
    list.reserve(events.size());
    for (const event& each : events) list.push_back(each.get());
    return list;
}

}  // namespace detail

/// Enqueues one execution of a plan or a convolution after all events of `after`. Throws as its member enqueue().
template <class Executable>
event enqueue(const Executable& ready, cl_command_queue queue, const buffers& all,
              const std::vector<event>& after = {}) {
    const std::vector<cl_event> list = detail::handles(after);
    return event(ready.enqueue(queue, all, static_cast<cl_uint>(list.size()), list.empty() ? nullptr : list.data()));
}

/// Enqueues one execution of a plan for each item after all events of `after`. Throws as plan::enqueue_many().
inline event enqueue_many(const plan& ready, cl_command_queue queue, const std::vector<batch_item>& items,
                          const buffers& shared = {}, const std::vector<event>& after = {}) {
    const std::vector<cl_event> list = detail::handles(after);
    return event(ready.enqueue_many(queue, items, shared, static_cast<cl_uint>(list.size()),
                                    list.empty() ? nullptr : list.data()));
}

/// Enqueues all transforms of a batch after all events of `after`. Throws as batch::enqueue().
inline event enqueue(const batch& ready, cl_command_queue queue, const std::vector<batch_item>& items,
                     const buffers& shared = {}, const std::vector<event>& after = {}) {
    const std::vector<cl_event> list = detail::handles(after);
    return event(
        ready.enqueue(queue, items, shared, static_cast<cl_uint>(list.size()), list.empty() ? nullptr : list.data()));
}

/// The same for a transposition.
inline event enqueue(const transposition& ready, cl_command_queue queue, cl_mem in, cl_mem out = nullptr,
                     cl_mem workspace = nullptr, const std::vector<event>& after = {}) {
    const std::vector<cl_event> list = detail::handles(after);
    return event(ready.enqueue(queue, in, out, workspace, static_cast<cl_uint>(list.size()),
                               list.empty() ? nullptr : list.data()));
}

}  // namespace v0_2
}  // namespace stockham
