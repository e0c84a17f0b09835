// The library's calls in OpenCL-CLHPP's types (cl::Context, cl::Buffer, ..): inline only, so that it does not matter
// how the library was compiled. The library itself never includes CLHPP.
//
// What holds for all of them:
// - Ownership: arguments are borrowed for the call; returned cl:: objects own their handle. A plan retains its context.
// - Errors: everything throws stockham::error's subclasses, as the C-handle calls do, whether CL_HPP_ENABLE_EXCEPTIONS
// is
//   defined or not; cl::Error is never thrown here, and no error code is returned.
// - Threads: as the calls they wrap. A const plan may be enqueued from many threads at once.
// - Define CL_HPP_TARGET_OPENCL_VERSION and CL_HPP_MINIMUM_OPENCL_VERSION (120 is enough) before the first inclusion of
//   CLHPP, and CL_HPP_ENABLE_EXCEPTIONS everywhere in a program or nowhere: CLHPP's own rules.
#pragma once

#include <string_view>
#include <vector>

#if __has_include(<CL/opencl.hpp>)
#include <CL/opencl.hpp>
#else
#include <CL/cl2.hpp>  // its name before 2020
#endif

#include <stockham/convolution.hpp>
#include <stockham/device.hpp>
#include <stockham/plan.hpp>
#include <stockham/transform.hpp>
#include <stockham/transpose.hpp>

namespace stockham {
inline namespace v0_2 {

namespace detail {

inline std::vector<cl_event> handles(const std::vector<cl::Event>& events) {
    std::vector<cl_event> list;
    list.reserve(events.size());
    for (const cl::Event& event : events) list.push_back(event());
    return list;
}

// `Executable` is a plan or a transposition: one contract, see plan::enqueue.
template <class Executable>
cl::Event enqueue(const Executable& executable, const cl::CommandQueue& queue, const cl::Buffer& in,
                  const cl::Buffer& out, const cl::Buffer& workspace, const std::vector<cl::Event>& wait) {
    const std::vector<cl_event> list = handles(wait);
    return cl::Event(executable.enqueue(queue(), in(), out(), workspace(), static_cast<cl_uint>(list.size()),
                                        list.empty() ? nullptr : list.data()));
}

// .. or a convolution.
template <class Executable>
cl::Event enqueue_all(const Executable& executable, const cl::CommandQueue& queue, const buffers& all,
                      const std::vector<cl::Event>& wait) {
    const std::vector<cl_event> list = handles(wait);
    return cl::Event(
        executable.enqueue(queue(), all, static_cast<cl_uint>(list.size()), list.empty() ? nullptr : list.data()));
}

}  // namespace detail

/// All OpenCL devices, GPUs first, faster first; empty if there are none. See devices().
inline std::vector<cl::Device> clhpp_devices() {
    std::vector<cl::Device> list;
    for (cl_device_id id : devices()) list.emplace_back(id, true);
    return list;
}

/// The device that `word` names (a number, `gpu`, `cpu`, or a part of a name), by default STOCKHAM_DEVICE's or the
/// fastest. See choose_device(). Throws argument_error if none fits.
inline cl::Device choose_clhpp_device(std::string_view word = {}) {
    return cl::Device(choose_device(word), true);
}

/// The limits that plans for this device depend on. Throws opencl_error if it does not answer.
inline device_description describe(const cl::Device& device) {
    return describe(device());
}

/// Keeps a context's compiled programs and tables alive. See session.
inline session make_session(const cl::Context& context) {
    return session(context());
}

/// Plans and compiles `problem` for one device of the context. See plan::plan for what it throws.
inline plan make_plan(const cl::Context& context, const cl::Device& device, const transform& problem,
                      const plan_options& options = {}) {
    return plan(context(), device(), problem, options);
}

/// Plans and compiles a convolution. See convolution::convolution for what it throws.
inline convolution make_convolution(const cl::Context& context, const cl::Device& device,
                                    const convolution_description& what, const plan_options& options = {}) {
    return convolution(context(), device(), what, options);
}

/// Makes a transpose or axis permutation ready. See transposition::transposition for what it throws.
inline transposition make_transposition(const cl::Context& context, const cl::Device& device,
                                        const permutation& problem) {
    return transposition(context(), device(), problem);
}

/// Enqueues one execution and returns its event; nothing waits on the host. `in` and `out` have the extents and layouts
/// of the plan's transform (input_extent(), output_extent(); packed row-major by default). In place, leave `out` out.
/// `workspace` has at least plan::workspace_size() bytes; without one, the plan brings its own if it needs one.
/// Starts after all of `wait`. Throws as plan::enqueue does.
inline cl::Event enqueue(const plan& ready, const cl::CommandQueue& queue, const cl::Buffer& in,
                         const cl::Buffer& out = {}, const cl::Buffer& workspace = {},
                         const std::vector<cl::Event>& wait = {}) {
    return detail::enqueue(ready, queue, in, out, workspace, wait);
}

/// The same with every kind of buffer: planar data, callbacks' data. See buffers, whose handles CLHPP's objects give.
inline cl::Event enqueue(const plan& ready, const cl::CommandQueue& queue, const buffers& all,
                         const std::vector<cl::Event>& wait = {}) {
    return detail::enqueue_all(ready, queue, all, wait);
}

/// The same for a convolution; buffers::spectrum holds its kernel's spectrum. Throws as convolution::enqueue does.
inline cl::Event enqueue(const convolution& ready, const cl::CommandQueue& queue, const buffers& all,
                         const std::vector<cl::Event>& wait = {}) {
    return detail::enqueue_all(ready, queue, all, wait);
}

/// The same for a transpose or axis permutation, of packed arrays. Throws as transposition::enqueue does.
inline cl::Event enqueue(const transposition& ready, const cl::CommandQueue& queue, const cl::Buffer& in,
                         const cl::Buffer& out = {}, const cl::Buffer& workspace = {},
                         const std::vector<cl::Event>& wait = {}) {
    return detail::enqueue(ready, queue, in, out, workspace, wait);
}

}  // namespace v0_2
}  // namespace stockham
