// The two plans and the division of the workspace.
#include "api/convolution_by_transforms.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include <stockham/error.hpp>

#include "problem/layout.hpp"
#include "problem/loops.hpp"
#include "runtime/execute/execution.hpp"
#include "runtime/opencl/opencl.hpp"

namespace stockham::internal {

namespace {

constexpr std::size_t sub_buffer_alignment = 4096;  // no device requires a larger alignment of sub-buffers

std::size_t aligned(std::size_t bytes) {
    return (bytes + sub_buffer_alignment - 1) / sub_buffer_alignment * sub_buffer_alignment;
}

std::size_t points_of(const transform& t) {
    std::size_t points = 1;
    for (auto n : t.lengths) points *= n;
    return points;
}

std::size_t transforms_in(const transform& t) {
    return static_cast<std::size_t>(transforms_of(loops_of(t)));
}

/// Points of all signals, not counted per kernel.
std::size_t points_of_signals(const convolution_description& d, const transform& sides) {
    return points_of(sides) * transforms_in(sides) / d.kernels;
}

/// Bytes per element of the spectra, which have the precision of the arithmetic.
std::size_t element_in(const transform& t) {
    return element_size(t.precision == precision::f64 ? precision::f64 : precision::f32);
}

/// Full spectra, packed in the order of the loops, also if the transform keeps only half of them.
layout packed_spectra(const transform& t) {
    layout l;
    std::size_t stride = 1;
    l.strides.resize(t.lengths.size());
    for (auto k = t.lengths.size(); k-- > 0; stride *= t.lengths[k]) l.strides[k] = stride;
    return l;
}

/// The transform to the spectra, or from them. The spectra are its output or input.
transform spectral_transform(const convolution_description& d, const transform& sides, bool forward) {
    transform t;
    const bool real = d.signal.kind == kind::r2c;
    t.lengths = sides.lengths;
    t.precision = sides.precision;
    t.kind = !real ? kind::c2c : forward ? kind::r2c : kind::c2r;
    t.direction = forward ? direction::forward : direction::inverse;
    if (forward)
        t.nonzero = d.signal.nonzero;
    else
        t.wanted = d.signal.wanted;
    if (!forward) t.scale = d.signal.scale;
    auto side = complete(sides, forward ? internal::side::input : internal::side::output);
    side.distance = 0;
    (forward ? t.input : t.output) = side;
    (forward ? t.output : t.input) = packed_spectra(t);
    auto loops = loops_of(sides);
    if (forward && d.kernels > 1) loops.erase(loops.begin());  // the loop over kernels, which share the signals
    auto stride = points_of(t);
    for (auto l = loops.rbegin(); l != loops.rend(); stride *= static_cast<std::size_t>(l++->n)) {
        const auto own = static_cast<std::size_t>(forward ? l->is : l->os);
        t.loops.insert(t.loops.begin(),
                       {static_cast<std::size_t>(l->n), forward ? own : stride, forward ? stride : own});
    }
    return t;
}

/// OpenCL C for `place` modulo n, with `place` below `products`. In 32 bits if possible, since 64-bit division is slow.
std::string wrapped(std::size_t n, std::size_t products) {
    if (n == products) return "place";
    if (products > std::numeric_limits<std::uint32_t>::max()) return "place % " + std::to_string(n);
    return "(uint)place % " + std::to_string(n) + "u";
}

/// OpenCL C for the index of the spectrum element that belongs to a product.
std::string spectrum_index(const convolution_description& d, const transform& sides) {
    const auto signals = points_of_signals(d, sides);
    if (d.spectrum_each) return "place";
    const auto point = wrapped(points_of(sides), signals * d.kernels);
    if (d.kernels == 1) return point;
    return "place / " + std::to_string(signals) + " * " + std::to_string(points_of(sides)) + " + " + point;
}

/// For f16, a callback that stores the spectra of the signals in the precision of the arithmetic.
std::string storing_spectra(const transform& sides) {
    if (sides.precision != precision::f16) return {};
    return "void on_store(global void* signals, ulong place, element z, global void* user) {\n"
           "    ((global element*)signals)[place] = z;\n"
           "}\n";
}

std::string multiplying_load(const convolution_description& d, const transform& sides) {
    return "element on_load(global const void* signals, ulong place, global const void* spectrum) {\n"
           "    element z = ((global const element*)signals)[" +
           wrapped(points_of_signals(d, sides), points_of_signals(d, sides) * d.kernels) +
           "];\n"
           "    element w = ((global const element*)spectrum)[" +
           spectrum_index(d, sides) + "];\n" + (d.correlate ? "    w.y = -w.y;\n" : "") +
           "    return (element)(z.x * w.x - z.y * w.y, z.x * w.y + z.y * w.x);\n"
           "}\n";
}

/// The options with a callback of the library at the spectra.
plan_options with_callback(plan_options options, std::string plan_options::*function, std::string text) {
    if (!options.expert.plan_string.empty())
        throw unsupported_error("plan string",
                                "a convolution with prime factors above 13 takes two plans; a plan string can describe "
                                "only one");
    options.*function = std::move(text);
    return options;
}

device_memory after(void* address, std::size_t bytes) {
    return device_memory::at(static_cast<std::byte*>(address) + bytes);
}

memory_object sub_buffer(cl_mem whole, std::size_t begin, std::size_t bytes) {
    if (bytes == 0) return {};
    // A sub-buffer cannot have sub-buffers.
    if (const auto parent =
            query<cl_mem>(clGetMemObjectInfo, whole, CL_MEM_ASSOCIATED_MEMOBJECT, "clGetMemObjectInfo")) {
        begin += query<std::size_t>(clGetMemObjectInfo, whole, CL_MEM_OFFSET, "clGetMemObjectInfo");
        whole = parent;
    }
    const cl_buffer_region region{begin, bytes};
    cl_int code = CL_SUCCESS;
    memory_object part(clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code));
    check_cl(code, "clCreateSubBuffer (workspace)");
    return part;
}

}  // namespace

convolution_by_transforms::convolution_by_transforms(cl_context context, cl_device_id device,
                                                     const convolution_description& d, const transform& sides,
                                                     const plan_options& options)
    : context_(context), in_place_(sides.placement == placement::in_place),
      signal_bytes_(points_of_signals(d, sides) * element_in(sides)),
      spectrum_bytes_(points_of(sides) * (d.spectrum_each ? transforms_in(sides) : d.kernels) * element_in(sides)),
      output_bytes_(options.on_store.empty() ? output_bytes(sides) : 1),
      forward_(plan_of(device, spectral_transform(d, sides, true),
                       with_callback(options, &plan_options::on_store, storing_spectra(sides)))),
      inverse_(plan_of(device, spectral_transform(d, sides, false),
                       with_callback(options, &plan_options::on_load, multiplying_load(d, sides)))) {}

std::unique_ptr<plan_state> convolution_by_transforms::plan_of(cl_device_id device, const transform& t,
                                                               const plan_options& options) const {
    return std::make_unique<plan_state>(context_, device, t, make_problem(t), options);
}

std::size_t convolution_by_transforms::workspace_size() const {
    return aligned(signal_bytes_) + std::max(forward_->workspace_size(), inverse_->workspace_size());
}

/// The buffers of both plans. The spectra of the signals start the workspace, so that they need no sub-buffer: on an
/// NVIDIA H200 an execution took 17 ms instead of 0.08 with a new sub-buffer each time of a workspace that no kernel
/// had used.
struct convolution_by_transforms::parts {
    workspace_cache::use whole;
    memory_object rest;
    buffers first, second;
};

convolution_by_transforms::parts convolution_by_transforms::parts_of(cl_command_queue queue,
                                                                     const buffers& given) const {
    parts p;
    const memory_owner owner{context_, &forward_->prepared->kernels->addresses(), forward_->prepared->needs.alignment};
    auto workspace = given.workspace;
    if (workspace) {
        check_memory_of("workspace", workspace, workspace_size(), owner);
    } else {
        p.whole = workspace_->for_execution(queue, context_, workspace_size());
        workspace = p.whole.get();
    }
    const auto rest = aligned(signal_bytes_);
    if (workspace.buffer()) p.rest = sub_buffer(workspace.buffer(), rest, workspace_size() - rest);
    p.first = p.second = given;
    p.second.output = in_place_ ? given.input : given.output;
    p.second.output_imaginary = in_place_ ? given.input_imaginary : given.output_imaginary;
    check_memory_of("spectrum", given.spectrum, spectrum_bytes_, owner);
    check_memory_of("output", p.second.output, output_bytes_, owner);
    check_no_overlap("spectrum", given.spectrum, spectrum_bytes_, "output", p.second.output, output_bytes_);
    check_no_overlap("spectrum", given.spectrum, spectrum_bytes_, "workspace", workspace, workspace_size());
    if (in_place_ && given.output && given.output != given.input)
        throw argument_error("output", "in place, the output buffer is the input buffer");
    p.first.output = p.second.input = workspace;
    p.first.output_imaginary = p.second.input_imaginary = {};
    p.first.store_data = {};
    p.second.load_data = given.spectrum;
    p.first.workspace = p.second.workspace =
        workspace.buffer() ? device_memory(p.rest.get()) : after(workspace.address(), rest);
    return p;
}

// Prepares both executions before the first launch, after which only OpenCL can fail.
cl_event convolution_by_transforms::enqueue(cl_command_queue queue, const buffers& b, cl_uint n_wait,
                                            const cl_event* wait) const {
    const auto p = parts_of(queue, b);
    auto first = forward_->ready(queue, p.first, n_wait, wait, executable::events::last);
    auto second = inverse_->ready(queue, p.second, 0, nullptr, executable::events::last);
    const event_object transformed(first.enqueue(n_wait, wait).back());
    const cl_event before = transformed.get();
    return second.enqueue(1, &before).back();
}

void convolution_by_transforms::execute(cl_command_queue queue, const buffers& b, cl_uint n_wait,
                                        const cl_event* wait) const {
    const auto p = parts_of(queue, b);
    const auto between = is_out_of_order(queue) ? executable::events::last : executable::events::none;
    auto first = forward_->ready(queue, p.first, n_wait, wait, between);
    auto second = inverse_->ready(queue, p.second, 0, nullptr, executable::events::none);
    const auto transformed = first.enqueue(n_wait, wait);
    const event_object owned(transformed.empty() ? nullptr : transformed.back());
    for (cl_event event : second.enqueue(static_cast<cl_uint>(transformed.size()), transformed.data()))
        clReleaseEvent(event);
}

}  // namespace stockham::internal
