// The rules, read backwards.
#include "planner/recipe_check.hpp"

namespace stockham {

namespace {

/// Digits that are powers of two, longer than 1 unless the axis is, and make up the axis.
bool makes_up(const axis_split& split, std::uint64_t n) {
    std::uint64_t left = n;
    for (auto digit : split.digits) {
        if (digit == 0 || (digit & (digit - 1)) || digit > left || (digit == 1 && n > 1)) return false;
        left /= digit;
    }
    return !split.digits.empty() && left == 1 && (split.digits.size() > 1 || !split.reorder_last);
}

/// Every digit once, an axis's in order and none of them in one pass; each axis is done before another is begun
/// afterwards: what sequences() makes.
bool is_a_sequence(const pass_sequence& q) {
    std::vector<std::size_t> next(q.splits.size(), 0);
    std::size_t begun = q.splits.size();  // the axis whose digits are being done
    for (const auto& pass : q.passes) {
        if (pass.empty()) return false;
        for (std::size_t k = 0; k < pass.size(); ++k) {
            const auto [axis, digit] = pass[k];
            if (axis >= next.size() || digit != next[axis]) return false;
            for (std::size_t other = 0; other < k; ++other)
                if (pass[other].axis == axis) return false;
            if (axis != begun && begun < next.size() && next[begun] != q.splits[begun].digits.size()) return false;
            begun = axis;
            ++next[axis];
        }
    }
    for (std::size_t a = 0; a < next.size(); ++a)
        if (next[a] != q.splits[a].digits.size()) return false;
    return true;
}

/// Axis 1's digits, a pass each, then axis 0's.
bool is_rows_then_rows(const pass_sequence& q) {
    std::size_t pass = 0;
    for (std::size_t axis : {1, 0})
        for (std::size_t d = 0; d < q.splits[axis].digits.size(); ++d, ++pass)
            if (q.passes[pass].size() != 1 || q.passes[pass][0].axis != axis || q.passes[pass][0].digit != d)
                return false;
    return pass == q.passes.size();
}

}  // namespace

std::string not_of_this_problem(const recipe& how, const problem& p) {
    if (how.sequence.splits.size() != p.axes.size()) return "has another number of axes";
    for (std::size_t a = 0; a < p.axes.size(); ++a)
        if (!makes_up(how.sequence.splits[a], p.axes[a].n))
            return "has digits that do not make up axis " + std::to_string(a);
    if (!is_a_sequence(how.sequence))
        return "does not transform every digit once, each axis's in order and in passes of their own";
    if (how.choices.size() != how.sequence.passes.size()) return "has not one choice a pass";
    if (how.row_transpose && (p.axes.size() != 2 || !is_rows_then_rows(how.sequence)))
        return "is not rows, transpose, rows, transpose";
    if (!how.row_transpose && p.algorithm == algorithm::row_transpose) return "is not the algorithm that is demanded";
    return {};
}

bool add_by(const std::vector<pass_problem>& passes, const pass_choice* choices, const device_description& device,
            candidate& c) {
    for (const auto& pass : passes) {
        auto shaped = shape_by(pass, device, *choices);
        if (!shaped) return false;
        c.cost += shaped->cost;
        c.plan.steps.emplace_back(std::move(shaped->step));
        c.how.choices.push_back(*choices++);
    }
    return true;
}

}  // namespace stockham
