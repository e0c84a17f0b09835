// Strides, phases and maps of one axis in one pass.
#include "decompose/axis_view.hpp"

#include <algorithm>
#include <utility>

#include "decompose/part_facts.hpp"

namespace stockham::internal {

namespace {

/// The stride of a digit in the index along the axis, in the input's order and in the output's order.
std::uint64_t input_order(const std::vector<std::uint64_t>& digits, std::size_t d) {
    return product(digits, d + 1, digits.size());
}
std::uint64_t output_order(const std::vector<std::uint64_t>& digits, std::size_t d) {
    return product(digits, 0, d);
}

/// A phase is less than the points of the other digits. 32 bits hold it, because no axis has more than 2^33 points.
std::uint32_t phase_of(std::uint64_t steps) {
    return static_cast<std::uint32_t>(steps);
}

/// How a side stores the axis if the pass accesses the problem's input or output: in part, as half a spectrum, or with
/// a chirp. Empty if it has a plain stride.
std::optional<mapping> whole_input(const axis_at_pass& a) {
    const auto& role = a.p.roles[a.axis];
    const bool half = role.hermitian_in && !a.p.convolution;  // the input of a convolution is real
    const bool in_part = role.in_points < product(a.digits, 0, a.digits.size());
    if (role.packed || !a.before.whole || a.before.transformed || !(in_part || half || role.folded_in || role.in_chirp))
        return {};
    auto map = map_of(role.n, half ? role.n : role.in_points, a.in_unit, 1, half, role.in_chirp);
    map.numbers.held = role.in_points;
    map.folded = role.folded_in;
    map.real_ends = half && a.is_last_axis;
    return map;
}

/// The pass completes the spectrum of a line whose points were real until the axis's first pass.
bool stores_real_ends(const axis_at_pass& a) {
    const bool real_lines = a.p.roles[a.axis].hermitian_out || makes_full_spectra(a.p);
    return real_lines && !a.p.convolution && a.after.finished && a.is_first_axis;
}
std::optional<mapping> whole_output(const axis_at_pass& a) {
    const auto& role = a.p.roles[a.axis];
    // It stores half a spectrum whose points it computes in part as conjugates.
    const bool folds =
        role.hermitian_out && !is_transformed_back(a.p, a.axis) && a.transformed.size() < a.digits.size();
    const bool in_part = role.out_points < product(a.digits, 0, a.digits.size());
    const bool full = makes_full_spectra(a.p);
    if (role.packed || !a.after.finished || !(in_part || folds || full || role.folded_out || role.out_chirp)) return {};
    auto map = map_of(role.n, folds ? role.n : role.out_points, a.out_unit, a.digits[0], folds, role.out_chirp);
    map.numbers.held = role.out_points;
    map.folded = role.folded_out;
    map.real_ends = stores_real_ends(a);
    return map;
}

/// The digits in memory, and their strides in the indices along mapped sides and in the spectrum.
std::vector<digit_view> digits_of(const axis_at_pass& a, bool maps_input, bool maps_output) {
    const bool back = is_transformed_back(a.p, a.axis);
    const auto& sizes = !a.before.whole ? a.before.sizes : !a.after.whole ? a.after.sizes : a.digits;
    std::vector<digit_view> digits;
    for (std::size_t d = 0; d < a.digits.size(); ++d) {
        digit_view digit{{sizes[d], a.before.strides[d] * a.in_unit, a.after.strides[d] * a.out_unit}};
        if (maps_input) digit.grows.in_index = input_order(a.digits, d);
        if (maps_output) digit.grows.out_index = back ? input_order(a.digits, d) : output_order(a.digits, d);
        digit.grows.spectrum = product(a.digits, 0, d) * a.spectrum_unit;
        digits.push_back(digit);
    }
    return digits;
}

/// Twiddle factors on store between the digit of transform t and the later digits up to `last`, read as one number in
/// the input's order.
void set_factors_towards_later(axis_view& v, const axis_at_pass& a, std::size_t t) {
    const auto m = v.transforms[t].digit;
    auto last = a.digits.size() - 1;
    while (last > m && a.on_load[last]) --last;  // those digits' own passes apply the factors
    if (last > m) v.transforms[t].order = product(a.digits, m, last + 1);
    for (auto d = m + 1; d <= last; ++d)
        if (!a.on_load[d]) v.digits[d].phase[t] = phase_of(product(a.digits, d + 1, last + 1));
}
/// The same for the earlier digits, in the output's order.
void set_factors_towards_earlier(axis_view& v, const axis_at_pass& a, std::size_t t) {
    const auto m = v.transforms[t].digit;
    if (m > 0) v.transforms[t].order = product(a.digits, 0, m + 1);
    for (std::size_t d = 0; d < m; ++d) v.digits[d].phase[t] = phase_of(output_order(a.digits, d));
}
/// Twiddle factors on load between the digit and the transformed ones, in the output's order.
void set_factors_on_load(axis_view& v, const axis_at_pass& a, std::size_t t) {
    const auto m = v.transforms[t].digit;
    v.transforms[t].in_order = product(a.digits, 0, m + 1);
    for (std::size_t d = 0; d < m; ++d) v.digits[d].in_phase[t] = phase_of(output_order(a.digits, d));
}

/// The pass transforms the digit by a convolution. If it is the only digit of complex lines, its tile holds the points
/// of the convolution, which may be more than those in memory (Bluestein: a mapped axis with chirps).
void set_convolution(axis_view& v, std::size_t t, digit_convolution by, bool real_lines) {
    auto& own = v.digits[v.transforms[t].digit];
    if (v.transforms.size() == 1 && !real_lines) own.points.n = by.length;
    own.grows.spectrum = 1;
    if (by.weights) {
        v.in_map = v.out_map = map_of(by.points, by.points, 1, 1, false, by.weights);
        own.grows.in_index = own.grows.out_index = 1;
    }
    v.transforms[t].convolution = std::move(by);
}

/// The map of a digit that alone is half a spectrum in memory: the last digit of a transform to real numbers, and the
/// first one of a convolution's results, which are transformed back to real numbers.
std::optional<mapping> half_digit_input(const axis_at_pass& a, const digit_view& own) {
    const auto& role = a.p.roles[a.axis];
    const auto& last = a.transformed.back();
    const auto digit = last.digit;
    const bool is_last = !is_transformed_back(a.p, a.axis) && digit + 1 == a.digits.size();
    const bool is_back_to_real = a.p.convolution && last.part == convolution_part::inverse && digit == 0;
    if (role.packed || !role.hermitian_in || !(is_last || is_back_to_real)) return {};
    return map_of(a.digits[digit], a.digits[digit], own.points.is, 1, true, {});
}
/// The first digit of a transform of real numbers is Hermitian: half of it is enough.
std::optional<mapping> half_digit_output(const axis_at_pass& a, const digit_view& own) {
    const auto& role = a.p.roles[a.axis];
    const auto& first = a.transformed.front();
    const bool is_first = first.part == convolution_part::forward && first.digit == 0;
    if (role.packed || !role.hermitian_out || role.is_convolved() || !is_first) return {};
    auto map = map_of(a.digits[0], a.digits[0] / 2 + 1, own.points.os, 1, false, {});
    map.real_ends = stores_real_ends(a);
    return map;
}

/// Maps the whole axis, else the transformed digit.
void set_maps(axis_view& v, const axis_at_pass& a, const std::optional<mapping>& in,
              const std::optional<mapping>& out) {
    if (v.transforms.size() > 1) {
        if (in) v.in_map = in;
        if (out) v.out_map = out;
        return;
    }
    auto& own = v.digits[v.transforms.front().digit];
    const auto half_in = in ? std::nullopt : half_digit_input(a, own);
    const auto half_out = out ? std::nullopt : half_digit_output(a, own);
    if (in || half_in) v.in_map = in ? in : half_in;
    // The weights of a convolution that is the whole axis remain.
    if (v.out_map && out)
        v.out_map->real_ends = out->real_ends;
    else if (out || half_out)
        v.out_map = out ? out : half_out;
    if (half_in) own.grows.in_index = 1;
    if (half_out) own.grows.out_index = 1;
}

/// A whole axis as independent lines.
axis_view lines_of(const axis_at_pass& a) {
    axis_view v;
    v.digits.push_back({{a.before.points, a.in_unit, a.out_unit}, {0, 0, a.spectrum_unit}});
    return v;
}

}  // namespace

axis_view view_of(const axis_at_pass& a) {
    if (a.transformed.empty() && a.before.whole) return lines_of(a);
    const auto in = whole_input(a), out = whole_output(a);
    axis_view v;
    v.digits = digits_of(a, in.has_value(), out.has_value());
    if (a.transformed.empty()) return v;
    const auto& role = a.p.roles[a.axis];
    if (role.packed) (a.p.inverse ? v.in_held : v.out_held) = a.p.inverse ? role.in_points : role.out_points;
    if (a.axis + 1 < a.p.axes.size())
        v.real_period = a.digits.size() == 1 ? static_cast<std::uint32_t>(a.digits.front()) : 1;
    for (const auto& name : a.transformed) v.transforms.push_back({name.digit, 1, 1, {}});
    for (std::size_t t = 0; t < a.transformed.size(); ++t) {
        const auto& name = a.transformed[t];
        facts_of(name.part).stores_signal ? set_factors_towards_earlier(v, a, t) : set_factors_towards_later(v, a, t);
        if (name.in_time) set_factors_on_load(v, a, t);
        v.digits[name.digit].points.n = a.digits[name.digit];
        if (auto by = convolution_of(a.digits[name.digit], a.p.precision))
            set_convolution(v, t, std::move(*by),
                            role.packed || role.hermitian_in || (role.hermitian_out && a.before.whole));
    }
    set_maps(v, a, in, out);
    return v;
}

namespace {

/// The phases of the axis's transforms as those of the pass, where they begin at number `first`.
phases in_pass(const phases& of_axis, std::size_t first) {
    phases all{};
    for (std::size_t t = 0; first + t < all.size(); ++t) all[first + t] = of_axis[t];
    return all;
}

void add_transforms(pass_problem& pass, const axis_view& v) {
    const auto first = pass.transforms.size();
    for (const auto& t : v.transforms) {
        const auto& own = v.digits[t.digit];
        pass.transforms.push_back({own.points, t.order, t.in_order, own.grows, v.real_period, t.convolution,
                                   &t != &v.transforms.back(), in_pass(own.phase, first)});
        if (t.convolution) pass.factor = problem_factor{t.convolution->filter, false};
    }
}

}  // namespace

void add_axis(pass_problem& pass, const axis_view& v) {
    const auto first = pass.transforms.size();
    for (const auto& [side, held] : {std::pair(&pass.in, v.in_held), std::pair(&pass.out, v.out_held)})
        if (held) side->packed = true, side->held = held;
    if (v.in_map) pass.in.mapped = v.in_map;
    if (v.out_map) pass.out.mapped = v.out_map;
    add_transforms(pass, v);
    for (std::size_t d = 0; d < v.digits.size(); ++d) {
        if (std::any_of(v.transforms.begin(), v.transforms.end(), [&](const auto& t) { return t.digit == d; }))
            continue;
        const auto& digit = v.digits[d];
        pass.lines.push_back({digit.points, in_pass(digit.phase, first), in_pass(digit.in_phase, first), digit.grows});
    }
}

}  // namespace stockham::internal
