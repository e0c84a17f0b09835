// Passes whose butterflies are fp16 products: their choices, and the planner's search among them.
#include "systems/split_half/split_half.hpp"

#include <algorithm>

#include "plan/families/work_group/shape.hpp"
#include "plan/passes/passes.hpp"
#include "profile/capabilities.hpp"

namespace stockham::internal {

namespace {

/// The largest radix worth its products: 16 with matrix units, else 4, whose matrix only has entries 0, 1 and -1.
unsigned halves_radix_limit(const device_description& device) {
    return capabilities_of(device).units == matrix_units::none ? 4 : 16;
}

/// Each choice with fp16 split butterflies, in every radix that reaches single precision: radix 4 without, larger ones
/// with split matrices. More than 16 points per work-item leave too few work-items to hide the latency of products.
std::vector<pass_choice> choices(const pass_problem& p, const device_description& device, unsigned limit) {
    std::vector<pass_choice> choices;
    for (const auto& base : work_group_choices(p, device, std::min(limit, halves_radix_limit(device))))
        for (unsigned radix = 4; radix <= base.max_radix; radix *= 2) {
            auto c = base;
            c.max_radix = radix;
            c.points = std::min(c.points, 16U);
            c.split_half = radix > 4 ? 2 : 1;
            choices.emplace_back(c);
        }
    return choices;
}

}  // namespace

candidate split_half_plan(const problem& p, const device_description& device) {
    static const kernel_family products{choices, work_group_family().capacity};
    shape_options options;
    options.max_radix = 16;
    options.family = &products;
    auto found = search(p, device, options, places_of(p));
    return found.empty() ? candidate{} : std::move(found.front());
}

std::string objection_to_split_half(const plan_decisions& how) {
    if (!how.system.empty()) return "uses transposes";
    const bool all = std::all_of(how.choices.begin(), how.choices.end(), [](const pass_choice& c) {
        const auto* own = std::get_if<work_group_choice>(&c);
        return own && own->split_half > 0;
    });
    return all ? "" : "has a pass without halves";
}

}  // namespace stockham::internal
