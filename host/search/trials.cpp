// Compiles, checks and times the candidates of a search.
#include "search/trials.hpp"

#include <algorithm>
#include <cmath>

#include "lowering/lowering.hpp"
#include "problem/loops.hpp"

namespace stockham::internal {

namespace {

/// Maximum of executions in place on the same data before the numbers overflow. Small problems get more: their time
/// does not depend on the numbers, and a few executions take less than a launch.
unsigned most_repeats(const problem& p, std::uint64_t points, bool in_place) {
    constexpr unsigned any = 1U << 20, many = 200;
    constexpr std::size_t small = 4 << 20;
    if (!in_place || points < 2) return any;
    const double bits = p.precision == precision::f32 ? 90 : 900;
    const auto repeats = static_cast<unsigned>(2 * bits / std::log2(static_cast<double>(points)));
    return std::max(whole_workspace(p) <= small ? many : 1U, repeats);
}

}  // namespace

double trial_tolerance(precision p) {
    return p == precision::f32 ? 1e-5 : 1e-12;
}

bed_sizes sizes_of(const problem& p, std::uint64_t workspace_bytes) {
    const auto extent = [&](std::uint64_t iodim::*stride, std::uint64_t axis_role::*points, std::uint64_t offset,
                            const memory_form& form) {
        std::uint64_t last = offset + reach_of(p.loops, stride);
        for (std::size_t a = 0; a < p.axes.size(); ++a) last += (p.roles[a].*points - 1) * (p.axes[a].*stride);
        return (last + 1) * bytes_of(form, p.precision);
    };
    const auto in = extent(&iodim::is, &axis_role::in_points, p.in_offset, p.in_form);
    const auto out = extent(&iodim::os, &axis_role::out_points, p.out_offset, p.out_form);
    const auto even = [](std::uint64_t bytes) { return (bytes + 15) / 16 * 16; };  // for pairs of real numbers
    return p.in_place ? bed_sizes{0, even(std::max(in, out)), workspace_bytes}
                      : bed_sizes{even(in), even(out), workspace_bytes};
}

trials::trials(context_state& context, cl_device_id device, const problem& p, const device_description& limits,
               const bed_sizes& sizes)
    : context_(context), device_(device), problem_(p), limits_(limits),
      bed_(context, device, p.precision, limits.fp64, sizes) {}

std::unique_ptr<executable> trials::compiled(std::vector<launch> launches) {
    try {
        auto kernels = std::make_unique<executable>(context_, device_, std::move(launches));
        const auto local = std::max(limits_.local_memory, limits_.static_local_memory);
        for (std::size_t k = 0; k < kernels->launches().size(); ++k)
            if (kernels->limits(k).work_group < kernels->launches()[k].work_items ||
                kernels->limits(k).local_bytes > local)
                return nullptr;
        return kernels;
    } catch (const opencl_error&) {
        return nullptr;
    }
}

std::optional<runner> trials::make_whole(const candidate& c) {
    runner r;
    r.source = problem_.in_place ? buffer::output : buffer::input;
    std::uint64_t points = 1;
    for (const auto& a : problem_.axes) points *= a.n;
    r.repeats = most_repeats(problem_, points, problem_.in_place);
    r.kernels = compiled(to_launches(c.plan, limits_, true));
    if (!r.kernels) return {};
    return r;
}

std::optional<runner> trials::make_pass(const pass_step& s, const pass_problem& p) {
    runner r;
    r.source = s.in.where;
    r.target = s.out.where;
    std::uint64_t points = 1;
    for (const auto& t : p.transforms) points *= t.points.n;
    r.repeats = most_repeats(problem_, points, s.in.where == s.out.where);
    r.kernels = compiled(to_launches(s, limits_.fp64));
    if (!r.kernels) return {};
    return r;
}

bool trials::is_right(const runner& r, bool first) {
    bed_.reset(r.source);
    try {
        bed_.run(*r.kernels);
    } catch (const opencl_error&) {
        if (first) throw;
        return false;
    }
    if (first) bed_.take_reference(r.target);
    return bed_.distance(r.target) <= trial_tolerance(problem_.precision) && bed_.guards_hold();
}

void trials::sample(runner& r) {
    bed_.reset(r.source);
    const double one = r.samples.empty() ? bed_.seconds(*r.kernels, 1) : r.median();
    const auto wanted = static_cast<unsigned>(std::min(1e6, std::ceil(sample_seconds / one)));
    bed_.reset(r.source);
    r.samples.push_back(bed_.seconds(*r.kernels, std::max(2U, std::min(wanted, r.repeats) - 1)));
}

}  // namespace stockham::internal
