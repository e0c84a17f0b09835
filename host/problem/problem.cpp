// Conversion of the public description to the planner's problem.
#include "problem/problem.hpp"

#include <algorithm>

#include "base/smooth.hpp"
#include "problem/algorithms.hpp"
#include "problem/kinds.hpp"
#include "problem/layout.hpp"
#include "problem/loops.hpp"
#include "problem/roles.hpp"

namespace stockham::internal {

std::uint64_t problem::transforms() const {
    return transforms_of(loops);
}

std::uint64_t problem::points() const {
    std::uint64_t product = transforms();
    for (const auto& a : axes) product *= a.n;
    return product;
}

bool problem::is_special() const {
    return convolution || !in_form.callback.empty() || !out_form.callback.empty();
}

bool problem::is_plain() const {
    if (in_form != memory_form{} || out_form != memory_form{} || convolution) return false;
    for (std::size_t a = 0; a < axes.size(); ++a)
        if (!roles[a].is_plain(axes[a].n)) return false;
    return true;
}

namespace {

memory_form form_of(const transform& t, side s) {
    const auto& l = given_layout(t, s);
    memory_form form;
    form.numbers = is_real(t, s) ? numbers::real : l.form == storage::planar ? numbers::planar : numbers::interleaved;
    form.half = t.precision == precision::f16;
    return form;
}

}  // namespace

problem make_problem(const transform& t) {
    check(t);
    const auto in = complete(t, side::input), out = complete(t, side::output);
    problem p;
    for (std::size_t a = 0; a < t.lengths.size(); ++a) {
        const auto [length, role] = role_of(t, a);
        p.axes.push_back({length, in.strides[a], out.strides[a]});
        p.roles.push_back(role);
    }
    p.loops = merged(loops_of(t));
    p.in_offset = in.offset;
    p.out_offset = out.offset;
    p.in_form = form_of(t, side::input);
    p.out_form = form_of(t, side::output);
    p.precision = t.precision == precision::f64 ? precision::f64 : precision::f32;
    p.inverse = t.direction == direction::inverse;
    p.in_place = t.placement == placement::in_place;
    p.real_between = is_real_to_real(t.kind);
    p.scale = t.scale;
    p.algorithm = t.algorithm;
    if (const auto* demanded = find_algorithm(t.algorithm)) p.policy = demanded->policy;
    return p;
}

namespace {

/// True if neighbours along the last axis are adjacent on this side, and all other strides and the offset are even.
bool lies_in_pairs(const problem& p, std::uint64_t iodim::*stride, std::uint64_t offset) {
    const auto is_even = [&](const iodim& d) { return d.n == 1 || d.*stride % 2 == 0; };
    return p.axes.back().*stride == 1 && offset % 2 == 0 && std::all_of(p.axes.begin(), p.axes.end() - 1, is_even) &&
           std::all_of(p.loops.begin(), p.loops.end(), is_even);
}

void pair_up(problem& p, std::uint64_t iodim::*stride, std::uint64_t& offset, memory_form& form) {
    for (std::size_t a = 0; a + 1 < p.axes.size(); ++a) p.axes[a].*stride /= 2;
    for (auto& loop : p.loops) loop.*stride /= 2;
    offset /= 2;
    form.numbers = numbers::interleaved;
}

}  // namespace

std::optional<problem> halved(const problem& given) {
    const auto& role = given.roles.back();
    const auto n = given.axes.back().n;
    const bool forward = role.hermitian_out, whole = forward ? role.in_points == n : role.out_points == n;
    if (forward == role.hermitian_in || n != role.n || n % 2 || n < 4 || !whole || role.is_convolved() ||
        given.is_special())
        return {};
    const auto stride = forward ? &iodim::is : &iodim::os;
    if (!lies_in_pairs(given, stride, forward ? given.in_offset : given.out_offset)) return {};
    problem p = given;
    pair_up(p, stride, forward ? p.in_offset : p.out_offset, forward ? p.in_form : p.out_form);
    p.axes.back().n = n / 2;
    axis_role half;
    half.n = n / 2;
    half.packed = true;
    half.in_points = forward ? n / 2 : role.in_points;
    half.out_points = forward ? role.out_points : n / 2;
    p.roles.back() = half;
    return p;
}

std::optional<problem> lengthened(const problem& given) {
    problem p = given;
    bool any = false;
    for (std::size_t a = 0; a < p.axes.size(); ++a) {
        if (has_chain(p.axes[a].n)) continue;
        if (p.roles[a].packed) return {};
        p.axes[a].n = make_bluestein_axis(p.roles[a], p.precision);
        any = true;
    }
    return any ? std::optional(p) : std::nullopt;
}

std::optional<problem> with_lengthened_real_lines(const problem& given) {
    const auto lacks_chain = [](const iodim& axis) { return !has_chain(axis.n); };
    const auto& role = given.roles.back();
    if (!(role.hermitian_in || role.hermitian_out) || !lacks_chain(given.axes.back()) ||
        std::none_of(given.axes.begin(), given.axes.end() - 1, lacks_chain))
        return {};
    problem p = given;
    p.axes.back().n = make_bluestein_axis(p.roles.back(), p.precision);
    return p;
}

std::optional<problem> relengthened(const problem& given, const std::vector<std::uint64_t>& lengths) {
    if (lengths.size() != given.axes.size()) return {};
    problem p = given;
    for (std::size_t a = 0; a < lengths.size(); ++a) {
        if (p.axes[a].n == lengths[a]) continue;
        auto& role = p.roles[a];
        if (!role.filter || !has_chain(lengths[a]) || lengths[a] < least_filter_points(role)) return {};
        p.axes[a].n = lengths[a];
        set_filter_length(role, lengths[a]);
    }
    return p;
}

}  // namespace stockham::internal
