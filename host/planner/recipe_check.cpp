// The rules, read backwards.
#include "planner/recipe_check.hpp"

#include "planner/published.hpp"

namespace stockham {

namespace {

/// Digits longer than 1, unless the axis is not, that make up the axis.
bool makes_up(const axis_split& split, std::uint64_t n) {
    std::uint64_t left = n;
    for (auto digit : split.digits) {
        if (digit == 0 || left % digit != 0 || (digit == 1 && n > 1)) return false;
        left /= digit;
    }
    return !split.digits.empty() && left == 1 &&
           (split.digits.size() > 1 || (!split.reorder_last && !split.reorder_each));
}

/// The last axis's digits, a pass each, then those of the axis before it, ..
bool is_rows_then_rows(const pass_sequence& q) {
    std::size_t pass = 0;
    for (auto axis = q.splits.size(); axis-- > 0;)
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
    if (!is_sequence_of(p, how.sequence))
        return "does not transform every digit once, each axis's in order and in passes of their own";
    if (how.choices.size() != how.sequence.passes.size()) return "has not one choice a pass";
    if (how.row_transpose && (p.axes.size() < 2 || !is_rows_then_rows(how.sequence)))
        return "is not rows, transpose, rows, transpose";
    for (const auto& choice : how.choices)
        if (auto why = contradiction(choice); !why.empty()) return why;
    const auto* demanded = published(p.algorithm);
    return demanded ? demanded->objection(how) : "";
}

bool add_by(const std::vector<pass_problem>& passes, const pass_choice* choices, const device_description& device,
            candidate& c) {
    if (passes.empty()) return false;
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
