// States of axes between passes.
#include "decompose/axis_state.hpp"

namespace stockham::internal {

std::uint64_t product(const std::vector<std::uint64_t>& v, std::size_t begin, std::size_t end) {
    std::uint64_t p = 1;
    for (auto k = begin; k < end; ++k) p *= v[k];
    return p;
}

std::uint64_t axis_state::extent() const {
    return whole ? points : product(sizes, 0, sizes.size());
}

namespace {

/// How many digits are in the output's order after the pass of this one.
std::size_t sorted_after(const axis_split& s, std::size_t digit) {
    const auto all = s.digits.size();
    const auto done = s.reorder_each ? digit + 1 : s.reorder_last && digit + 1 < all ? 0 : all;
    return done + 1 == all ? all : done;  // a single unsorted digit is the slowest, as in the output
}

/// The state of an axis after a pass that transforms this digit.
axis_state next_state(const problem& p, const axis_split& split, const axis_state& before, const digit_name& mine) {
    const auto& role = p.roles[mine.axis];
    const auto digits = split.digits.size();
    const bool round_trip = role.is_convolved() || p.convolution;
    axis_state after = before;
    if (before.whole) {
        after.sizes = split.digits;
        if (role.hermitian_in && !round_trip) after.sizes.back() = after.sizes.back() / 2 + 1;
        after.whole = false;
    }
    auto& size = after.sizes[mine.digit];
    // The first digit's transform turns real numbers into half a spectrum, the last digit's turns half a spectrum into
    // real numbers. The inverse transform of a convolution takes the digits in the opposite order.
    if (mine.part == convolution_part::forward && mine.digit == 0 && role.hermitian_out && !role.is_convolved())
        size = size / 2 + 1;
    if (mine.part == convolution_part::forward && mine.digit + 1 == digits) size = split.digits[mine.digit];
    if (mine.part == convolution_part::inverse && mine.digit == 0) size = split.digits[0];
    if (!round_trip && digits > 1) after.sorted = sorted_after(split, mine.digit);
    const bool last =
        mine.part == convolution_part::forward ? !round_trip && mine.digit + 1 == digits : mine.digit == 0;
    if (last) {
        after = {};
        after.finished = true;
        after.points = role.out_points;
    } else if (digits == 1) {  // a convolved axis of one digit, before its inverse transform
        after = {};
        after.transformed = true;
        after.points = role.hermitian_out ? split.digits[0] / 2 + 1 : split.digits[0];
    }
    return after;
}

}  // namespace

std::vector<axis_state> states_of(const problem& p, const pass_sequence& q, std::size_t axis) {
    std::vector<axis_state> states(1);
    states.back().points = p.roles[axis].in_points;
    for (const auto& pass : q.passes) {
        const digit_name* mine = nullptr;
        for (const auto& name : pass)
            if (name.axis == axis) mine = &name;
        states.push_back(mine ? next_state(p, q.splits[axis], states.back(), *mine) : states.back());
    }
    return states;
}

std::uint64_t stride_in(const axis_state& s, const std::vector<std::uint64_t>& digits, std::size_t digit,
                        bool is_convolved) {
    const auto& lengths = s.whole ? digits : s.sizes;
    const auto sorted = !s.whole ? s.sorted : s.finished && !is_convolved ? lengths.size() : 0;
    if (digit < sorted) return product(lengths, 0, digit);
    return product(lengths, 0, sorted) * product(lengths, digit + 1, lengths.size());
}

}  // namespace stockham::internal
