// The rules `commute` and `group`: the order of passes, and which of them are merged.
#include "decompose/sequences.hpp"

#include <algorithm>
#include <numeric>

#include "base/smooth.hpp"
#include "cl/index.h"
#include "decompose/axis_state.hpp"
#include "decompose/digit_convolution.hpp"

namespace stockham::internal {

namespace {

/// Passes of one digit each: forward in the order of the digits, inverse in reverse order.
using single_passes = std::vector<digit_name>;

void add_forward(single_passes& passes, std::size_t axis, std::size_t digits) {
    for (std::size_t d = 0; d < digits; ++d) passes.push_back({axis, d, convolution_part::forward});
}
void add_inverse(single_passes& passes, std::size_t axis, std::size_t digits) {
    for (std::size_t d = digits; d-- > 0;) passes.push_back({axis, d, convolution_part::inverse});
}
void add_convolution(single_passes& passes, std::size_t axis, std::size_t digits) {
    add_forward(passes, axis, digits - 1);
    passes.push_back({axis, digits - 1, convolution_part::multiply});
    add_inverse(passes, axis, digits - 1);
}

single_passes passes_in_order(const problem& p, const std::vector<axis_split>& splits,
                              const std::vector<std::size_t>& order) {
    single_passes passes;
    if (p.convolution) {
        const auto last = order.size() - 1;
        for (std::size_t k = 0; k < last; ++k) add_forward(passes, order[k], splits[order[k]].digits.size());
        add_convolution(passes, order[last], splits[order[last]].digits.size());
        for (std::size_t k = last; k-- > 0;) add_inverse(passes, order[k], splits[order[k]].digits.size());
        return passes;
    }
    for (auto axis : order)
        p.roles[axis].is_convolved() ? add_convolution(passes, axis, splits[axis].digits.size())
                                     : add_forward(passes, axis, splits[axis].digits.size());
    return passes;
}

/// True if the axis of a real input comes first, and that of a real output last.
bool is_valid_order(const problem& p, const std::vector<std::size_t>& order) {
    for (std::size_t k = 0; k < order.size(); ++k) {
        const auto& role = p.roles[order[k]];
        const bool first = role.hermitian_out || (role.packed && !p.inverse);
        const bool last = role.hermitian_in || (role.packed && p.inverse);
        if (first && k > 0) return false;
        if (last && !p.convolution && k + 1 < order.size()) return false;
    }
    return true;
}

/// All orders of up to three axes; for more axes, only the given order and its reverse.
template <class Use>
void each_order(const problem& p, const Use& use) {
    constexpr std::size_t few = 3;
    std::vector<std::size_t> order(p.axes.size());
    std::iota(order.begin(), order.end(), 0);
    if (order.size() <= few) {
        do {
            if (is_valid_order(p, order)) use(order);
        } while (std::next_permutation(order.begin(), order.end()));
        return;
    }
    if (is_valid_order(p, order)) use(order);
    std::reverse(order.begin(), order.end());
    if (is_valid_order(p, order)) use(order);
}

/// Calls `use` for every interleaving of the digits of all axes that keeps the order within each axis.
template <class Use>
void each_interleaving(const std::vector<axis_split>& splits, std::vector<std::size_t>& next, single_passes& row,
                       const Use& use) {
    bool whole = true;
    for (std::size_t a = 0; a < splits.size(); ++a) {
        if (next[a] == splits[a].digits.size()) continue;
        whole = false;
        row.push_back({a, next[a]++, convolution_part::forward});
        each_interleaving(splits, next, row, use);
        row.pop_back();
        --next[a];
    }
    if (whole) use(row);
}

/// True if an axis of several digits has one below `least`.
bool has_small_digits(const std::vector<axis_split>& splits, std::uint64_t least) {
    for (const auto& split : splits)
        for (auto digit : split.digits)
            if (digit < least && split.digits.size() > 1) return true;
    return false;
}

/// Calls `use` for every sequence of single-digit passes to try.
template <class Use>
void each_row(const problem& p, const std::vector<axis_split>& splits, const Use& use) {
    constexpr std::size_t few = 3;  // more axes have too many interleavings
    if (p.policy.interleaves && splits.size() <= few) {
        std::vector<std::size_t> next(splits.size(), 0);
        single_passes row;
        return each_interleaving(splits, next, row, use);
    }
    each_order(p, [&](const std::vector<std::size_t>& order) { use(passes_in_order(p, splits, order)); });
}

/// True if an axis is one of real lines and has a digit without a chain.
bool is_rough_real(const problem& p, const std::vector<axis_split>& splits, std::size_t axis) {
    const auto& role = p.roles[axis];
    const auto& digits = splits[axis].digits;
    const bool rough = std::any_of(digits.begin(), digits.end(), [](std::uint64_t d) { return !has_chain(d); });
    return rough && !p.convolution && !role.is_convolved() && (role.hermitian_out || role.hermitian_in || role.packed);
}

/// True if a pass transforms consecutive digits of one axis, and only the last one has no chain: a prime that Rader's
/// algorithm transforms.
bool ends_with_permuted(const std::vector<axis_split>& splits, const std::vector<digit_name>& group) {
    const auto& last = group.back();
    for (std::size_t k = 0; k < group.size(); ++k) {
        const auto& name = group[k];
        const bool follows = k == 0 || name.digit == group[k - 1].digit + 1;
        if (name.axis != last.axis || name.part != convolution_part::forward || name.in_time || !follows) return false;
        if (has_chain(splits[name.axis].digits[name.digit]) == (k + 1 == group.size())) return false;
    }
    return is_permuted(splits[last.axis].digits[last.digit]);
}

/// The same for real lines. Points k and n - k of whole lines are processed together, which two digits allow at most.
/// A pass of a part of the digits that reads or writes real lines has one digit.
bool ends_with_permuted_real(const problem& p, const std::vector<axis_split>& splits,
                             const std::vector<digit_name>& group) {
    constexpr std::size_t most_digits = 2;
    const auto axis = group.back().axis;
    const auto& role = p.roles[axis];
    const auto digits = splits[axis].digits.size();
    const bool later = role.hermitian_out && group.front().digit > 0;
    const bool fits = group.size() == digits ? digits <= most_digits : !role.packed && (group.size() == 1 || later);
    return fits && ends_with_permuted(splits, group);
}

/// The group completes full spectra of several digits, and Bluestein's algorithm transforms the last one. Then the pass
/// has the index along this digit, for the weights, but not the one along the axis, by which it knows real points.
bool loses_real_points(const problem& p, const std::vector<axis_split>& splits, const digit_name& last) {
    const auto& digits = splits[last.axis].digits;
    return makes_full_spectra(p) && digits.size() > 1 && last.digit + 1 == digits.size() && !has_chain(digits.back()) &&
           !is_permuted(digits.back());
}

bool may_group(const problem& p, const std::vector<axis_split>& splits, const std::vector<digit_name>& group) {
    const auto rough = [&](const digit_name& name) { return !has_chain(splits[name.axis].digits[name.digit]); };
    for (const auto& name : group)
        if (is_rough_real(p, splits, name.axis) && (p.roles[name.axis].packed || rough(name)))
            return ends_with_permuted_real(p, splits, group);
    if (loses_real_points(p, splits, group.back())) return false;
    const auto last = group.back().axis;
    // Points k and n - k of packed lines are processed together.
    if (p.roles[last].packed && splits[last].digits.size() > 1) return false;
    if (group.size() == 1) return true;
    if (group.size() > TILE_RANK || p.real_between) return false;
    if (p.roles[last].is_plain(p.axes[last].n) && !p.convolution && ends_with_permuted(splits, group)) return true;
    if (std::any_of(group.begin(), group.end(), rough)) return false;
    // Forward and inverse transforms share no pass.
    for (const auto& name : group)
        if (name.part != group.front().part || name.part == convolution_part::multiply) return false;
    unsigned mapped = 0;
    for (std::size_t a = 0; a < group.size(); ++a) {
        const auto& role = p.roles[group[a].axis];
        // A half spectrum does not allow grouping, except for the first digit of its forward transform.
        if (role.is_convolved() || role.packed || role.hermitian_in || (role.hermitian_out && group[a].digit > 0))
            return false;
        mapped += !role.is_plain(p.axes[group[a].axis].n);
        for (std::size_t b = 0; b < a; ++b)
            if (group[a].axis == group[b].axis) return false;
    }
    return mapped <= 1;
}

/// All ways to cut a sequence of single-digit passes into groups, built from its end. Groups that do not fit are
/// pruned.
class groupings {
  public:
    groupings(const problem& p, const std::vector<axis_split>& splits, const single_passes& single,
              std::uint64_t most_points, std::size_t most_passes, std::vector<pass_sequence>& found)
        : p_(p), splits_(splits), single_(single), most_points_(most_points), most_passes_(most_passes), found_(found) {
    }

    void add() {
        groups_ = {{single_.back()}};
        extend(single_.size() - 1);
    }

  private:
    /// Adds the passes before `next`, each as a new group or to the current one.
    void extend(std::size_t next) {
        if (groups_.size() > most_passes_) return;
        if (next == 0) {
            if (std::all_of(groups_.begin(), groups_.end(), [&](const auto& g) { return may_group(p_, splits_, g); }))
                found_.push_back({splits_, {groups_.rbegin(), groups_.rend()}});
            return;
        }
        groups_.push_back({single_[next - 1]});
        extend(next - 1);
        groups_.pop_back();
        auto& group = groups_.back();
        group.insert(group.begin(), single_[next - 1]);
        if (fits(group)) extend(next - 1);
        groups_.back().erase(groups_.back().begin());
    }

    bool fits(const std::vector<digit_name>& group) const {
        std::uint64_t points = 1;
        for (const auto& name : group) points *= tile_points(splits_[name.axis].digits[name.digit]);
        return points <= most_points_ && (may_group(p_, splits_, group) || may_grow(group));
    }

    /// A group of whole lines grows from its last digit on.
    bool may_grow(const std::vector<digit_name>& group) const {
        return group.front().axis == group.back().axis && is_rough_real(p_, splits_, group.front().axis);
    }

    const problem& p_;
    const std::vector<axis_split>& splits_;
    const single_passes& single_;
    std::uint64_t most_points_;
    std::size_t most_passes_;
    std::vector<pass_sequence>& found_;
    std::vector<std::vector<digit_name>> groups_;  // last group first
};

}  // namespace

bool operator==(const pass_sequence& a, const pass_sequence& b) {
    const auto same_axis = [](const axis_split& s, const axis_split& t) {
        return s.digits == t.digits && s.reorder_last == t.reorder_last && s.reorder_each == t.reorder_each;
    };
    const auto same_digit = [](const digit_name& s, const digit_name& t) {
        return s.axis == t.axis && s.digit == t.digit && s.part == t.part && s.in_time == t.in_time;
    };
    const auto same_pass = [&](const auto& s, const auto& t) {
        return std::equal(s.begin(), s.end(), t.begin(), t.end(), same_digit);
    };
    return std::equal(a.splits.begin(), a.splits.end(), b.splits.begin(), b.splits.end(), same_axis) &&
           std::equal(a.passes.begin(), a.passes.end(), b.passes.begin(), b.passes.end(), same_pass);
}

std::vector<pass_sequence> sequences(const problem& p, const std::vector<axis_split>& splits, std::uint64_t most_points,
                                     std::size_t most_passes) {
    std::vector<pass_sequence> found;
    if (has_small_digits(splits, p.policy.least_digit)) return found;
    each_row(p, splits,
             [&](const single_passes& row) { groupings(p, splits, row, most_points, most_passes, found).add(); });
    return found;
}

namespace {

/// True if every digit occurs once, and those of each axis in order. Factors on load need a chain and a digit before.
bool keeps_each_order(const pass_sequence& q, const single_passes& flat) {
    std::vector<std::size_t> next(q.splits.size(), 0);
    for (const auto& name : flat) {
        if (name.part != convolution_part::forward || name.digit != next[name.axis]++) return false;
        if (name.in_time && (name.digit == 0 || !has_chain(q.splits[name.axis].digits[name.digit]))) return false;
    }
    for (std::size_t a = 0; a < next.size(); ++a)
        if (next[a] != q.splits[a].digits.size()) return false;
    return true;
}

}  // namespace

bool is_sequence_of(const problem& p, const pass_sequence& q) {
    single_passes flat;
    for (const auto& pass : q.passes) {
        for (const auto& name : pass)
            if (name.axis >= p.axes.size() || name.digit >= q.splits[name.axis].digits.size()) return false;
        if (pass.empty() || !may_group(p, q.splits, pass)) return false;
        flat.insert(flat.end(), pass.begin(), pass.end());
    }
    if (p.is_plain()) return keeps_each_order(q, flat);
    bool found = false;
    each_order(p, [&](const std::vector<std::size_t>& order) {
        const auto wanted = passes_in_order(p, q.splits, order);
        found = found || std::equal(flat.begin(), flat.end(), wanted.begin(), wanted.end(),
                                    [](const digit_name& a, const digit_name& b) {
                                        return a.axis == b.axis && a.digit == b.digit && a.part == b.part &&
                                               a.in_time == b.in_time;
                                    });
    });
    return found;
}

}  // namespace stockham::internal
