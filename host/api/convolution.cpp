// Convolutions as plans of a problem that goes to the spectrum and back.
#include <stockham/convolution.hpp>

#include <stockham/error.hpp>

#include "api/plan_state.hpp"
#include "base/smooth.hpp"
#include "plan/passes/passes.hpp"
#include "problem/algorithm.hpp"
#include "problem/loops.hpp"

namespace stockham {

namespace {

bool is_real(const convolution_description& d) {
    return d.signal.kind == kind::r2c;
}

/// A transform with the convolution's sides: real ones, too, are alike on input and output.
transform sides_of(const convolution_description& d) {
    transform t = d.signal;
    if (t.kind != kind::c2c && t.kind != kind::r2c)
        throw argument_error("kind", "kind: signals are complex (c2c) or real (r2c) in '" + to_string(t) + "'");
    if (t.direction != direction::forward)
        throw argument_error("direction", "direction: convolutions have none in '" + to_string(t) + "'");
    if (!t.nonzero.empty() || t.full_spectrum || t.algorithm != automatic)
        throw unsupported_error("convolution",
                                "convolutions know no nonzero, full spectrum or algorithm in '" + to_string(t) + "'");
    if (is_real(d)) t.kind = kind::dct2;
    check(t);
    for (auto n : t.lengths)
        if (!is_smooth(n))
            throw unsupported_error("lengths", "convolutions have lengths without prime factors above 13 (good_size() "
                                               "finds them), not " +
                                                   std::to_string(n) + " in '" + to_string(d.signal) + "'");
    return t;
}

problem problem_of(const convolution_description& d) {
    const auto sides = sides_of(d);
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
    if (is_real(d)) p.roles.back().mirrored_in = p.roles.back().mirrored_out = true;
    p.loops = loops_of(sides);  // as given: so the spectra lie
    c.loop_stride.assign(p.loops.size(), 0);
    if (d.spectrum_each) c.loop_stride = packed_loops(p, stride);
    p.convolution = std::move(c);
    return p;
}

transform spectrum_of(const convolution_description& d) {
    transform t;
    t.kind = d.signal.kind;
    t.lengths = d.signal.lengths;
    if (d.spectrum_each) {
        t.batch = d.signal.batch;
        for (const auto& loop : d.signal.loops) t.batch *= loop.n;
    }
    t.precision = d.signal.precision == precision::f64 ? precision::f64 : precision::f32;
    t.full_spectrum = is_real(d);
    return t;
}

}  // namespace

convolution::convolution(cl_context context, cl_device_id device, const convolution_description& d,
                         const plan_options& options)
    : signal_(d.signal), spectrum_(spectrum_of(d)),
      plan_(plan::state::make(context, device, sides_of(d), problem_of(d), options)) {}

const transform& convolution::spectrum_transform() const {
    plan_.problem();  // throws if the convolution was moved from
    return spectrum_;
}

std::string convolution::to_string() const {
    const auto text = plan_.to_string();  // "PROBLEM for DEVICE", then the steps
    return "convolution of " + stockham::to_string(signal_) + text.substr(text.find(" for "));
}

}  // namespace stockham
