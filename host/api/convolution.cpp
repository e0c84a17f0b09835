// Convolutions as plans of a problem that goes to the spectrum and back.
#include <stockham/convolution.hpp>

#include <algorithm>
#include <variant>

#include <stockham/error.hpp>

#include "api/convolution_by_transforms.hpp"
#include "api/plan_state.hpp"
#include "base/smooth.hpp"
#include "plan/passes/passes.hpp"
#include "problem/algorithm.hpp"
#include "problem/loops.hpp"

namespace stockham {

namespace internal {

namespace {

loop to_loop(const iodim& d) {
    return {static_cast<std::size_t>(d.n), static_cast<std::size_t>(d.is), static_cast<std::size_t>(d.os)};
}

bool is_real(const convolution_description& d) {
    return d.signal.kind == kind::r2c;
}

/// Several kernels are a loop in which the input stays the same.
void repeat_for_kernels(transform& t, const convolution_description& d) {
    if (d.kernels == 0) throw argument_error("kernels", "kernels: there are none");
    if (d.kernels == 1) return;
    if (t.placement == placement::in_place)
        throw argument_error("kernels", "kernels: in place there is room for the results of one only");
    const auto distance = d.kernel_distance ? d.kernel_distance : output_extent(t) - t.output.offset;
    auto loops = std::vector<loop>{{d.kernels, 0, distance}};
    for (const auto& l : loops_of(t)) loops.push_back(to_loop(l));
    t.loops = loops;
    t.batch = 1;
    t.input.distance = t.output.distance = 0;
    check(t);
}

/// A transform with the convolution's sides: real ones, too, are alike on input and output.
transform sides_of(const convolution_description& d) {
    transform t = d.signal;
    if (t.kind != kind::c2c && t.kind != kind::r2c)
        throw argument_error("kind", "kind: signals are complex (c2c) or real (r2c) in '" + to_string(t) + "'");
    if (t.direction != direction::forward)
        throw argument_error("direction", "direction: convolutions have none in '" + to_string(t) + "'");
    if (!t.nonzero.empty() || !t.wanted.empty() || t.full_spectrum || t.algorithm != automatic)
        throw unsupported_error("convolution", "convolutions know no nonzero, wanted, full spectrum or algorithm in '" +
                                                   to_string(t) + "'");
    if (is_real(d)) t.kind = kind::dct2;
    check(t);
    repeat_for_kernels(t, d);
    return t;
}

problem problem_of(const convolution_description& d, const transform& sides) {
    auto p = make_problem(sides);
    convolved c;
    c.conjugated = d.correlate;
    c.axis_stride.resize(p.axes.size());
    std::uint64_t stride = 1;
    for (std::size_t a = p.axes.size(); a-- > 0;) {
        const auto n = d.signal.lengths[a];
        p.axes[a].n = n;
        p.roles[a] = {};
        p.roles[a].n = p.roles[a].in_points = p.roles[a].out_points = n;
        c.axis_stride[a] = stride;
        stride *= n;
    }
    p.real_between = false;
    if (is_real(d)) p.roles.back().hermitian_in = p.roles.back().hermitian_out = true;
    p.loops = loops_of(sides);  // as given: so the spectra lie
    c.loop_stride.assign(p.loops.size(), 0);
    if (d.spectrum_each)
        c.loop_stride = packed_loops(p, stride);
    else if (d.kernels > 1)
        c.loop_stride.front() = stride;
    p.convolution = std::move(c);
    return p;
}

transform spectrum_of(const convolution_description& d) {
    transform t;
    t.kind = d.signal.kind;
    t.lengths = d.signal.lengths;
    t.batch = d.kernels;
    if (d.spectrum_each) {
        t.batch *= d.signal.batch;
        for (const auto& loop : d.signal.loops) t.batch *= loop.n;
    }
    t.precision = d.signal.precision == precision::f64 ? precision::f64 : precision::f32;
    t.full_spectrum = is_real(d);
    return t;
}

}  // namespace

}  // namespace internal

using namespace internal;

/// One plan where every axis goes to the spectrum and back, else two.
struct convolution::state {
    transform signal, spectrum;
    std::variant<plan, convolution_by_transforms> made;
};

convolution::convolution(cl_context context, cl_device_id device, const convolution_description& d,
                         const plan_options& options) {
    const auto sides = sides_of(d);
    if (std::all_of(sides.lengths.begin(), sides.lengths.end(), is_smooth))
        state_.reset(new state{d.signal, spectrum_of(d),
                               plan(plan::state::make(context, device, sides, problem_of(d, sides), options))});
    else
        state_.reset(
            new state{d.signal, spectrum_of(d), convolution_by_transforms(context, device, d, sides, options)});
}

convolution::~convolution() = default;
convolution::convolution(convolution&&) noexcept = default;
convolution& convolution::operator=(convolution&&) noexcept = default;

const transform& convolution::spectrum_transform() const {
    return still_there(state_, "convolution").spectrum;
}

std::size_t convolution::workspace_size() const {
    return std::visit([](const auto& made) { return made.workspace_size(); }, still_there(state_, "convolution").made);
}

std::size_t convolution::launches() const {
    return std::visit([](const auto& made) { return made.launches(); }, still_there(state_, "convolution").made);
}

std::string convolution::to_string() const {
    const auto& s = still_there(state_, "convolution");
    const auto text = std::visit([](const auto& made) { return made.to_string(); }, s.made);
    return "convolution of " + stockham::to_string(s.signal) + text.substr(text.find(" for "));  // behind the problem
}

cl_event convolution::enqueue(cl_command_queue queue, const buffers& b, cl_uint n_wait, const cl_event* wait) const {
    return std::visit([&](const auto& made) { return made.enqueue(queue, b, n_wait, wait); },
                      still_there(state_, "convolution").made);
}

void convolution::execute(cl_command_queue queue, const buffers& b, cl_uint n_wait, const cl_event* wait) const {
    std::visit([&](const auto& made) { made.execute(queue, b, n_wait, wait); },
               still_there(state_, "convolution").made);
}

}  // namespace stockham
