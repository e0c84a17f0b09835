// Checks decisions against the planner's rules.
#include "plan/decisions_check.hpp"

#include "families/shape.hpp"
#include "families/table.hpp"

namespace stockham::internal {

namespace {

/// True if the product of the digits is n and no digit is 1, unless n is. Only a split axis may have order marks.
bool makes_up(const axis_split& split, std::uint64_t n) {
    std::uint64_t left = n;
    for (auto digit : split.digits) {
        if (digit == 0 || left % digit != 0 || (digit == 1 && n > 1)) return false;
        left /= digit;
    }
    return !split.digits.empty() && left == 1 &&
           (split.digits.size() > 1 || (!split.reorder_last && !split.reorder_each));
}

}  // namespace

std::string why_unfit(const plan_decisions& how, const problem& p, const system_table& systems) {
    if (how.sequence.splits.size() != p.axes.size()) return "has another number of axes";
    for (std::size_t a = 0; a < p.axes.size(); ++a)
        if (!makes_up(how.sequence.splits[a], p.axes[a].n))
            return "has digits that do not make up axis " + std::to_string(a);
    if (!is_sequence_of(p, how.sequence))
        return "does not transform every digit once, those of each axis in order and in separate passes (a prime that "
               "is a radix of a tile may follow in the pass of the digits before it)";
    if (how.choices.size() != how.sequence.passes.size()) return "does not have one choice per pass";
    for (std::size_t k = 0; k < how.choices.size(); ++k)
        if (const auto why = family_of(how.choices[k]).contradiction(*how.choices[k]))
            return "has pass " + std::to_string(k + 1) + ", " + to_string(*why);
    if (const auto* own = system_named(systems, how.system))
        if (auto why = own->objection(how); !why.empty()) return why;
    const auto* demanded = system_named(systems, p.algorithm);
    return demanded ? demanded->objection(how) : "";
}

std::string add_shaped_passes(const std::vector<pass_problem>& passes, const pass_choice* choices,
                              const device_description& device, candidate& c) {
    if (passes.empty()) return "would overwrite elements before it has read them";
    for (std::size_t k = 0; k < passes.size(); ++k) {
        auto shaped = shape_by(passes[k], device, *choices);
        if (!shaped) return "has pass " + std::to_string(k + 1) + ", " + to_string(shaped.why());
        shaped->choice = *choices++;  // exactly as demanded
        c.add(std::move(*shaped));
    }
    return {};
}

}  // namespace stockham::internal
