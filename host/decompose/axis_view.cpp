// Strides, phases and maps of one axis in one pass.
#include "decompose/axis_view.hpp"

#include <utility>

namespace stockham::internal {

namespace {

bool multiplies_by_user_spectrum(const pass_problem& pass) {
    return pass.factor && !pass.factor->filter;
}

/// Makes the pass transform the digit by a convolution, whose tile has more points than memory (Bluestein: a mapped
/// axis with chirps).
void convolve(pass_problem& pass, digit_transform& t, digit_convolution by) {
    t.points.n = by.length;
    t.grows.spectrum = 1;
    if (by.weights) {
        pass.in.mapped = pass.out.mapped = map_of(by.points, by.points, 1, 1, false, by.weights);
        t.grows.in_index = t.grows.out_index = 1;
    }
    pass.factor.emplace();
    pass.factor->filter = by.filter;
    t.convolution = std::move(by);
}

}  // namespace

axis_view::axis_view(const problem& p, const pass_sequence& q, std::size_t axis, const axis_state& before,
                     const axis_state& after, std::uint64_t in_unit, std::uint64_t out_unit)
    : p_(p), role_(p.roles[axis]), digits_(q.splits[axis].digits), axis_(axis), before_(before), after_(after),
      in_unit_(in_unit), out_unit_(out_unit), round_trip_(role_.is_convolved() || p.convolution),
      in_time_(digits_.size(), false) {
    for (const auto& pass : q.passes)
        for (const auto& name : pass)
            if (name.axis == axis && name.in_time) in_time_[name.digit] = true;
}

void axis_view::add_lines(pass_problem& pass) const {
    if (before_.whole) {
        line_dim line{{before_.points, in_unit_, out_unit_}, before_.points, {}, {}, {}};
        if (multiplies_by_user_spectrum(pass)) line.grows.spectrum = spectrum_unit();
        pass.lines.push_back(line);
        return;
    }
    for (std::size_t d = 0; d < digits_.size(); ++d) pass.lines.push_back(line_of(pass, d));
}

void axis_view::add_transform(pass_problem& pass, const digit_name& mine) const {
    const auto m = mine.digit;
    digit_transform t{{digits_[m], in_stride(m), out_stride(m)}, order(mine), in_order(mine), {}, {}};
    set_growth(t.grows, m);
    if (mine.part == convolution_part::multiply) t.grows.spectrum = spectrum_growth(m);
    if (auto by = convolution_of(digits_[m], p_.precision)) convolve(pass, t, std::move(*by));
    if (role_.packed) {
        (role_.out_points > role_.in_points ? pass.out : pass.in).packed = true;
    } else {
        map_input(pass.in, t.grows, mine);
        map_output(pass.out, t.grows, mine);
    }
    pass.transforms.push_back(t);
    for (std::size_t d = 0; d < digits_.size(); ++d) {
        if (d == m) continue;
        auto line = line_of(pass, d);
        line.phase[pass.transforms.size() - 1] = phase(mine, d);
        line.in_phase[pass.transforms.size() - 1] = in_phase(mine, d);
        pass.lines.push_back(line);
    }
}

std::uint64_t axis_view::in_stride(std::size_t d) const {
    return stride_in(before_, digits_, d, round_trip_) * in_unit_;
}

std::uint64_t axis_view::out_stride(std::size_t d) const {
    return stride_in(after_, digits_, d, round_trip_) * out_unit_;
}

line_dim axis_view::line_of(const pass_problem& pass, std::size_t d) const {
    const auto& sizes = before_.whole ? after_.sizes : before_.sizes;
    const auto n = sizes.empty() ? digits_[d] : sizes[d];
    line_dim line{{n, in_stride(d), out_stride(d)}, n, {}, {}, {}};
    set_growth(line.grows, d);
    if (pass.factor && (multiplies_by_user_spectrum(pass) || role_.is_convolved()))
        line.grows.spectrum = spectrum_growth(d);
    return line;
}

/// The stride of a digit in the index along the axis: in the input's order before the first pass, in the output's order
/// after the last one.
void axis_view::set_growth(growth& g, std::size_t d) const {
    if (role_.packed) return;
    if (maps_input()) g.in_index = static_cast<std::uint32_t>(natural_stride(d));
    if (maps_output())
        g.out_index = static_cast<std::uint32_t>(round_trip_ ? natural_stride(d) : product(digits_, 0, d));
}

std::uint64_t axis_view::natural_stride(std::size_t d) const {
    return product(digits_, d + 1, digits_.size());
}

std::uint64_t axis_view::spectrum_unit() const {
    return p_.convolution ? p_.convolution->axis_stride[axis_] : 1;
}

std::uint64_t axis_view::spectrum_growth(std::size_t d) const {
    return product(digits_, 0, d) * spectrum_unit();
}

/// Twiddle factors between this digit and those still to be transformed. In the forward transform, these are the later
/// digits, read as one number, except those whose own passes apply the factors; in the inverse one, the earlier digits.
std::uint64_t axis_view::order(const digit_name& mine) const {
    const auto m = mine.digit;
    if (mine.part == convolution_part::forward)
        return last_towards(m) == m ? 1 : product(digits_, m, last_towards(m) + 1);
    return m == 0 ? 1 : product(digits_, 0, m + 1);
}

std::uint32_t axis_view::phase(const digit_name& mine, std::size_t d) const {
    const auto last = last_towards(mine.digit);
    if (mine.part == convolution_part::forward)
        return d > mine.digit && d <= last && !in_time_[d]
                   ? static_cast<std::uint32_t>(product(digits_, d + 1, last + 1))
                   : 0;
    return d < mine.digit ? static_cast<std::uint32_t>(product(digits_, 0, d)) : 0;
}
/// The last digit after m whose pass does not apply its factors itself; m if there is none.
std::size_t axis_view::last_towards(std::size_t m) const {
    auto last = digits_.size() - 1;
    while (last > m && in_time_[last]) --last;
    return last;
}

/// On load: twiddle factors between this digit and the transformed ones, read as one number in the output's order.
std::uint64_t axis_view::in_order(const digit_name& mine) const {
    return mine.in_time ? product(digits_, 0, mine.digit + 1) : 1;
}

std::uint32_t axis_view::in_phase(const digit_name& mine, std::size_t d) const {
    return mine.in_time && d < mine.digit ? static_cast<std::uint32_t>(product(digits_, 0, d)) : 0;
}

std::uint64_t axis_view::length() const {
    return product(digits_, 0, digits_.size());
}

/// True if the pass reads the axis from the problem's input with missing points, as half a spectrum, or with a chirp.
bool axis_view::maps_input() const {
    if (!before_.whole || before_.transformed) return false;
    return role_.in_points < length() || reads_half() || role_.in_chirp;
}

/// True if the input is half a spectrum; that of a convolution is real.
bool axis_view::reads_half() const {
    return role_.hermitian_in && !p_.convolution;
}

/// True if a pass stores half a spectrum whose points it computes in part as conjugates.
bool axis_view::folds() const {
    return role_.hermitian_out && !round_trip_ && digits_.size() > 1;
}

bool axis_view::maps_output() const {
    if (!after_.finished) return false;
    return role_.out_points < length() || role_.out_chirp || folds();
}

void axis_view::map_input(pass_side& side, growth& mine_grows, const digit_name& mine) const {
    if (maps_input()) {
        side.mapped =
            map_of(role_.n, reads_half() ? role_.n : role_.in_points, in_unit_, 1, reads_half(), role_.in_chirp);
        return;
    }
    // A digit that is half a spectrum in memory, and is transformed to real numbers.
    const bool last_of_half = role_.hermitian_in && !round_trip_ && mine.digit + 1 == digits_.size();
    const bool back_to_real =
        p_.convolution && role_.hermitian_in && mine.part == convolution_part::inverse && mine.digit == 0;
    if (!last_of_half && !back_to_real) return;
    const auto n = digits_[mine.digit];
    side.mapped = map_of(n, n, in_stride(mine.digit), 1, true, {});
    mine_grows.in_index = 1;
}

void axis_view::map_output(pass_side& side, growth& mine_grows, const digit_name& mine) const {
    if (maps_output()) {
        side.mapped = map_of(role_.n, folds() ? role_.n : role_.out_points, out_unit_,
                             static_cast<std::uint32_t>(digits_[0]), folds(), role_.out_chirp);
        return;
    }
    // The first digit of a transform of real numbers is Hermitian: half of it is enough.
    if (!role_.hermitian_out || role_.is_convolved() || mine.part != convolution_part::forward || mine.digit != 0)
        return;
    const auto n = digits_[0];
    side.mapped = map_of(n, n / 2 + 1, out_stride(0), 1, false, {});
    mine_grows.out_index = 1;
}

}  // namespace stockham::internal
