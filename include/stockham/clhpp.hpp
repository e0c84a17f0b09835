// The library's functions with the types of OpenCL-CLHPP (cl::Context, cl::Buffer, ..). Inline only; the library itself
// does not include CLHPP.
//
// - Ownership: arguments are borrowed for the call; returned cl:: objects own their handles. A plan retains its
// context.
// - Errors: all functions throw subclasses of stockham::error, with and without CL_HPP_ENABLE_EXCEPTIONS. They never
//   throw cl::Error and return no error code.
// - Threads: as the functions that they wrap.
// - Before the first inclusion of CLHPP define CL_HPP_TARGET_OPENCL_VERSION and CL_HPP_MINIMUM_OPENCL_VERSION (120 is
//   enough). CLHPP requires CL_HPP_ENABLE_EXCEPTIONS in all files of a program or in none.
#pragma once

#include <string_view>
#include <vector>

#if __has_include(<CL/opencl.hpp>)
#include <CL/opencl.hpp>
#else
#include <CL/cl2.hpp>  // name before 2020
#endif

#include <stockham/batch.hpp>
#include <stockham/convolution.hpp>
#include <stockham/device.hpp>
#include <stockham/plan.hpp>
#include <stockham/session.hpp>
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

// For a plan or a transposition: see plan::enqueue().
template <class Executable>
cl::Event enqueue(const Executable& executable, const cl::CommandQueue& queue, const cl::Buffer& in,
                  const cl::Buffer& out, const cl::Buffer& workspace, const std::vector<cl::Event>& wait) {
    const std::vector<cl_event> list = handles(wait);
    return cl::Event(executable.enqueue(queue(), in(), out(), workspace(), static_cast<cl_uint>(list.size()),
                                        list.empty() ? nullptr : list.data()));
}

// For a plan or a convolution.
template <class Executable>
cl::Event enqueue_all(const Executable& executable, const cl::CommandQueue& queue, const buffers& all,
                      const std::vector<cl::Event>& wait) {
    const std::vector<cl_event> list = handles(wait);
    return cl::Event(
        executable.enqueue(queue(), all, static_cast<cl_uint>(list.size()), list.empty() ? nullptr : list.data()));
}

}  // namespace detail

/// All OpenCL devices, GPUs first, faster ones first; may be empty. See devices().
inline std::vector<cl::Device> clhpp_devices() {
    std::vector<cl::Device> list;
    for (cl_device_id id : devices()) list.emplace_back(id, true);
    return list;
}

/// The device that `word` names: a number, `gpu`, `cpu` or part of a name; empty: STOCKHAM_DEVICE, else the fastest.
/// See choose_device(). Throws argument_error if no device matches.
inline cl::Device choose_clhpp_device(std::string_view word = {}) {
    return cl::Device(choose_device(word), true);
}

/// The limits of a device. Throws opencl_error if the device does not answer. See describe(cl_device_id).
inline device_description describe(const cl::Device& device) {
    return describe(device());
}

/// Keeps the compiled programs and tables of a context alive. See session.
inline session make_session(const cl::Context& context) {
    return session(context());
}

/// Plans and compiles `problem` for one device of the context. Throws as the constructor of plan.
inline plan make_plan(const cl::Context& context, const cl::Device& device, const transform& problem,
                      const plan_options& options = {}) {
    return plan(context(), device(), problem, options);
}

/// Plans and compiles a convolution. Throws as the constructor of convolution.
inline convolution make_convolution(const cl::Context& context, const cl::Device& device,
                                    const convolution_description& what, const plan_options& options = {}) {
    return convolution(context(), device(), what, options);
}

/// Compiles a transpose or axis permutation. Throws as the constructor of transposition.
inline transposition make_transposition(const cl::Context& context, const cl::Device& device,
                                        const permutation& problem) {
    return transposition(context(), device(), problem);
}

/// Plans and compiles a list of transforms. Throws as the constructor of batch.
inline batch make_batch(const cl::Context& context, const cl::Device& device, const std::vector<transform>& transforms,
                        const plan_options& options = {}) {
    return batch(context(), device(), transforms, options);
}

/// Enqueues one execution after all events of `wait`, returns its event and does not wait. Buffers and errors: see
/// plan::enqueue(). In place, omit `out`. Without a workspace the plan allocates one if it needs it.
inline cl::Event enqueue(const plan& ready, const cl::CommandQueue& queue, const cl::Buffer& in,
                         const cl::Buffer& out = {}, const cl::Buffer& workspace = {},
                         const std::vector<cl::Event>& wait = {}) {
    return detail::enqueue(ready, queue, in, out, workspace, wait);
}

/// Overload for planar data, callbacks and all other buffers. Get the handles from CLHPP objects by `buffer()`.
inline cl::Event enqueue(const plan& ready, const cl::CommandQueue& queue, const buffers& all,
                         const std::vector<cl::Event>& wait = {}) {
    return detail::enqueue_all(ready, queue, all, wait);
}

/// The same for a convolution; buffers::spectrum holds the spectra of the kernels. Throws as convolution::enqueue().
inline cl::Event enqueue(const convolution& ready, const cl::CommandQueue& queue, const buffers& all,
                         const std::vector<cl::Event>& wait = {}) {
    return detail::enqueue_all(ready, queue, all, wait);
}

/// Enqueues one execution of a plan for each item after all events of `wait`. Throws as plan::enqueue_many().
inline cl::Event enqueue_many(const plan& ready, const cl::CommandQueue& queue, const std::vector<batch_item>& items,
                              const buffers& shared = {}, const std::vector<cl::Event>& wait = {}) {
    const std::vector<cl_event> list = detail::handles(wait);
    return cl::Event(ready.enqueue_many(queue(), items, shared, static_cast<cl_uint>(list.size()),
                                        list.empty() ? nullptr : list.data()));
}

/// Enqueues all transforms of a batch after all events of `wait`. Throws as batch::enqueue().
inline cl::Event enqueue(const batch& ready, const cl::CommandQueue& queue, const std::vector<batch_item>& items,
                         const buffers& shared = {}, const std::vector<cl::Event>& wait = {}) {
    const std::vector<cl_event> list = detail::handles(wait);
    return cl::Event(
        ready.enqueue(queue(), items, shared, static_cast<cl_uint>(list.size()), list.empty() ? nullptr : list.data()));
}

/// The same for a transpose or axis permutation of packed arrays. Throws as transposition::enqueue().
inline cl::Event enqueue(const transposition& ready, const cl::CommandQueue& queue, const cl::Buffer& in,
                         const cl::Buffer& out = {}, const cl::Buffer& workspace = {},
                         const std::vector<cl::Event>& wait = {}) {
    return detail::enqueue(ready, queue, in, out, workspace, wait);
}

}  // namespace v0_2
}  // namespace stockham
