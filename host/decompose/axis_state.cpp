// Follows each axis through the passes of a sequence.
#include "decompose/axis_state.hpp"

#include <algorithm>
#include <utility>

namespace stockham::internal {

std::uint64_t product(const std::vector<std::uint64_t>& v, std::size_t begin, std::size_t end) {
    std::uint64_t p = 1;
    for (auto k = begin; k < end; ++k) p *= v[k];
    return p;
}

bool is_transformed_back(const problem& p, std::size_t axis) {
    return p.roles[axis].is_convolved() || p.convolution;
}

bool makes_full_spectra(const problem& p) {
    const bool from_real = p.in_form.numbers == numbers::real && p.out_form.numbers != numbers::real;
    return from_real && p.axes.size() == 1 && !p.roles.back().hermitian_out;
}

std::uint64_t signals_of(const problem& p) {
    std::uint64_t product = 1;
    for (const auto& loop : p.loops)
        if (!shares_signals(p, loop)) product *= loop.n;
    return product;
}

namespace {

/// Strides of digits. The first `sorted` digits are fastest and in the output's order, from the first digit on. The
/// others follow in the input's order, from the last digit on.
std::vector<std::uint64_t> strides_of(const std::vector<std::uint64_t>& sizes, std::size_t sorted) {
    std::vector<std::uint64_t> strides;
    for (std::size_t d = 0; d < sizes.size(); ++d)
        strides.push_back(d < sorted ? product(sizes, 0, d)
                                     : product(sizes, 0, sorted) * product(sizes, d + 1, sizes.size()));
    return strides;
}

axis_state whole_axis(const axis_split& split, std::uint64_t points, std::size_t sorted) {
    axis_state s;
    s.points = points;
    s.sorted = sorted;
    s.strides = strides_of(split.digits, sorted);
    return s;
}

axis_state split_axis(std::vector<std::uint64_t> sizes, std::size_t sorted) {
    axis_state s;
    s.whole = false;
    s.points = product(sizes, 0, sizes.size());
    s.sorted = sorted;
    s.strides = strides_of(sizes, sorted);
    s.sizes = std::move(sizes);
    return s;
}

/// How many digits are in the output's order after the pass of this one.
std::size_t sorted_after(const axis_split& s, std::size_t digit) {
    const auto all = s.digits.size();
    const auto done = s.reorder_each ? digit + 1 : s.reorder_last && digit + 1 < all ? 0 : all;
    return done + 1 == all ? all : done;  // a single unsorted digit is the slowest, as in the output
}

/// The sizes of the digits after the axis's first pass. The last digit holds half a spectrum until its own pass.
std::vector<std::uint64_t> first_sizes(const axis_role& role, const axis_split& split, bool back) {
    auto sizes = split.digits;
    if (role.hermitian_in && !back) sizes.back() = sizes.back() / 2 + 1;
    return sizes;
}

/// The state of an axis after a pass that transforms this digit.
axis_state state_after(const problem& p, const axis_split& split, const axis_state& before, const digit_name& mine) {
    const auto& role = p.roles[mine.axis];
    const auto digits = split.digits.size();
    const bool forward = mine.part == convolution_part::forward, back = is_transformed_back(p, mine.axis);
    if (forward ? !back && mine.digit + 1 == digits : mine.digit == 0) {
        auto finished = whole_axis(split, role.out_points, back ? 0 : digits);
        finished.finished = true;
        return finished;
    }
    if (digits == 1) {
        const auto n = split.digits.front();
        auto transformed = whole_axis(split, role.hermitian_out ? n / 2 + 1 : n, 0);
        transformed.transformed = true;
        return transformed;
    }
    auto sizes = before.whole ? first_sizes(role, split, back) : before.sizes;
    // The first digit's transform turns real numbers into half a spectrum.
    if (forward && mine.digit == 0 && role.hermitian_out && !role.is_convolved()) sizes[0] = sizes[0] / 2 + 1;
    return split_axis(std::move(sizes), back ? 0 : sorted_after(split, mine.digit));
}

/// Boundaries before the multiplication of a convolution hold signals.
void mark_signals(const pass_sequence& q, std::vector<boundary>& all) {
    for (std::size_t k = 0; k < all.size(); ++k) {
        all[k].of_signals = true;
        if (k < q.passes.size() && q.passes[k].front().part == convolution_part::multiply) return;
    }
}

/// The form of the numbers at boundary k.
memory_form form_at(const problem& p, const std::vector<boundary>& all, std::size_t k) {
    if (k == 0) return p.in_form;
    if (k + 1 == all.size()) return p.out_form;
    memory_form form;
    const auto& axes = all[k].axes;
    if (p.real_between && std::all_of(axes.begin(), axes.end(), [](const auto& s) { return s.whole; }))
        form.numbers = numbers::real;
    return form;
}

}  // namespace

std::vector<axis_state> states_of(const problem& p, const pass_sequence& q, std::size_t axis) {
    const auto& split = q.splits[axis];
    std::vector<axis_state> states{whole_axis(split, p.roles[axis].in_points, 0)};
    for (const auto& pass : q.passes) {
        auto after = states.back();
        for (const auto& name : pass)
            if (name.axis == axis) after = state_after(p, split, after, name);
        states.push_back(std::move(after));
    }
    return states;
}

std::vector<boundary> boundaries_of(const problem& p, const pass_sequence& q) {
    std::vector<boundary> all(q.passes.size() + 1);
    for (std::size_t a = 0; a < p.axes.size(); ++a) {
        auto states = states_of(p, q, a);
        for (std::size_t k = 0; k < all.size(); ++k) all[k].axes.push_back(std::move(states[k]));
    }
    if (p.convolution) mark_signals(q, all);
    for (std::size_t k = 0; k < all.size(); ++k) {
        auto& b = all[k];
        b.form = form_at(p, all, k);
        b.transforms = b.of_signals ? signals_of(p) : p.transforms();
        b.elements = b.transforms;
        for (const auto& state : b.axes) b.elements *= state.points;
    }
    return all;
}

}  // namespace stockham::internal
