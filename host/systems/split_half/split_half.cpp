// Passes whose butterflies are products of halves: which there are, and the planner's own search among them.
#include "systems/split_half/split_half.hpp"

#include <algorithm>

#include "plan/passes/passes.hpp"
#include "plan/shapes/shape_families.hpp"

namespace stockham {

namespace {

bool takes(const pass_choice& c) {
    return c.split_half > 0;
}

objection contradiction_of(const pass_choice& c) {
    if (c.split_half > 2) return refusal{"plan string", "split_half", "must be 1 or 2"};
    return {};
}

shape_result shape_of(const pass_problem& p, const device_description& device, const pass_choice& choice,
                      fidelity how) {
    if (p.precision != precision::f32) return refusal{"split_half", "split_half", "is for single precision only"};
    return work_group_family::shape(p, device, choice, how);
}

/// The largest radix of halves that is worth its products: 16 where units make them, else 4, whose matrix has only
/// zeros, ones and minus ones.
unsigned halves_radix_limit(const device_description& device) {
    return units_of(device) == matrix_units::none ? 4 : 16;
}

/// Each choice with butterflies of halves, in every radix that comes out as accurate as single precision: 4 as it is,
/// the larger ones with split matrices. More points of a work-item leave too few work-items to wait for products.
std::vector<pass_choice> choices(const pass_problem& p, const device_description& device, unsigned limit) {
    std::vector<pass_choice> choices;
    for (const auto& base : work_group_family::choices(p, device, std::min(limit, halves_radix_limit(device))))
        for (unsigned radix = 4; radix <= base.max_radix; radix *= 2) {
            auto c = base;
            c.max_radix = radix;
            c.points = std::min(c.points, 16U);
            c.split_half = radix > 4 ? 2 : 1;
            choices.push_back(c);
        }
    return choices;
}

}  // namespace

const published_family& split_half_family() {
    static const published_family family{takes, contradiction_of, shape_of, choices};
    return family;
}

candidate split_half_plan(const problem& p, const device_description& device) {
    shape_options options;
    options.max_radix = 16;
    options.family = &split_half_family();
    auto found = search(p, device, options, places_of(p));
    return found.empty() ? candidate{} : std::move(found.front());
}

std::string objection_to_split_half(const plan_decisions& how) {
    if (!how.system.empty()) return "goes by transposes";
    const bool all =
        std::all_of(how.choices.begin(), how.choices.end(), [](const pass_choice& c) { return c.split_half > 0; });
    return all ? "" : "has a pass without halves";
}

}  // namespace stockham
