// The planner's problem for a convolution: to the spectrum, multiply, and back.
#include "api/convolution_problem.hpp"

#include <stockham/error.hpp>

#include "decompose/places.hpp"
#include "problem/algorithms.hpp"
#include "problem/loops.hpp"

namespace stockham::internal {

namespace {

loop to_loop(const iodim& d) {
    return {static_cast<std::size_t>(d.n), static_cast<std::size_t>(d.is), static_cast<std::size_t>(d.os)};
}

bool is_real(const convolution_description& d) {
    return d.signal.kind == kind::r2c;
}

/// Several kernels become a loop with input stride 0.
void add_kernel_loop(transform& t, const convolution_description& d) {
    if (d.kernels == 0) throw argument_error("kernels", "kernels: must be at least 1");
    if (d.kernels == 1) return;
    if (t.placement == placement::in_place)
        throw argument_error("kernels", "kernels: must be 1 in place, where there is room for the results of only one");
    const auto distance = d.kernel_distance ? d.kernel_distance : output_extent(t) - t.output.offset;
    auto loops = std::vector<loop>{{d.kernels, 0, distance}};
    for (const auto& l : loops_of(t)) loops.push_back(to_loop(l));
    t.loops = loops;
    t.batch = 1;
    t.input.distance = t.output.distance = 0;
    check(t);
}

}  // namespace

transform convolution_sides(const convolution_description& d) {
    transform t = d.signal;
    if (t.kind != kind::c2c && t.kind != kind::r2c)
        throw argument_error("kind", "kind: must be c2c or r2c for a convolution in '" + to_string(t) + "'");
    if (t.direction != direction::forward)
        throw argument_error("direction", "direction: must be forward for a convolution in '" + to_string(t) + "'");
    if (t.full_spectrum || t.algorithm != automatic)
        throw unsupported_error("convolution",
                                "convolutions support no full_spectrum or algorithm in '" + to_string(t) + "'");
    t.kind = kind::c2c;  // c2c allows both nonzero and wanted
    check(t);
    t.nonzero.clear();
    t.wanted.clear();
    if (is_real(d)) t.kind = kind::dct2;
    check(t);
    add_kernel_loop(t, d);
    return t;
}

problem convolution_problem(const convolution_description& d, const transform& sides) {
    auto p = make_problem(sides);
    convolved c;
    c.conjugated = d.correlate;
    c.axis_stride.resize(p.axes.size());
    std::uint64_t stride = 1;
    for (std::size_t a = p.axes.size(); a-- > 0;) {
        const auto n = d.signal.lengths[a];
        p.axes[a].n = n;
        p.roles[a] = {};
        p.roles[a].n = n;
        p.roles[a].in_points = d.signal.nonzero.empty() ? n : d.signal.nonzero[a];
        p.roles[a].out_points = d.signal.wanted.empty() ? n : d.signal.wanted[a];
        c.axis_stride[a] = stride;
        stride *= n;
    }
    p.real_between = false;
    if (is_real(d)) p.roles.back().hermitian_in = p.roles.back().hermitian_out = true;
    p.loops = loops_of(sides);  // in the given order, which is that of the spectra
    c.loop_stride.assign(p.loops.size(), 0);
    if (d.spectrum_each)
        c.loop_stride = packed_loops(p, stride);
    else if (d.kernels > 1)
        c.loop_stride.front() = stride;
    p.convolution = std::move(c);
    return p;
}

transform convolution_spectrum(const convolution_description& d) {
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

}  // namespace stockham::internal
