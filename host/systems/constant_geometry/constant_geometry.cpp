// Sequences of word-group passes: one pass if a tile holds the transform, else the result of a search.
#include "systems/constant_geometry/constant_geometry.hpp"

#include <algorithm>
#include <cmath>

#include "decompose/passes.hpp"
#include "families/table.hpp"

namespace stockham::internal {

namespace {

shape_options constant_geometry_only() {
    shape_options options;
    options.family = &family_named("constant geometry");
    return options;
}

/// The cheapest plan of at most `most_passes` passes that splits no axis.
candidate whole_axes_plan(const problem& p, const device_description& device, std::size_t most_passes) {
    const auto options = constant_geometry_only();
    shaper shapes(device, options);
    std::vector<axis_split> whole;
    for (const auto& axis : p.axes) whole.push_back({{axis.n}, false});
    candidate best;
    for (auto& sequence : sequences(p, whole, tile_capacity(device, p.precision, options), most_passes)) {
        candidate c;
        c.cost = 0;
        const auto found = passes_of(p, sequence, places_of(p));
        if (!shapes.add(found.passes, best.cost, c)) continue;
        c.plan.workspace_bytes = found.workspace_elements * element_size(p.precision);
        c.how.sequence = std::move(sequence);
        best = std::move(c);
    }
    return best;
}

candidate constant_geometry_plan(const problem& p, const device_description& device) {
    auto one_pass = whole_axes_plan(p, device, 1);
    if (!std::isinf(one_pass.cost)) return one_pass;
    auto found = search(p, device, constant_geometry_only(), places_of(p));
    return found.empty() ? candidate{} : std::move(found.front());
}

candidate bit_reversed_plan(const problem& p, const device_description& device) {
    return whole_axes_plan(p, device, p.axes.size());
}

std::string objection_to_constant_geometry(const plan_decisions& how) {
    if (!how.system.empty()) return "has transposes";
    const bool all = std::all_of(how.choices.begin(), how.choices.end(),
                                 [](const pass_choice& c) { return c->family() == "constant geometry"; });
    return all ? "" : "has a pass without constant geometry";
}

std::string objection_to_bit_reversed(const plan_decisions& how) {
    for (const auto& axis : how.sequence.splits)
        if (axis.digits.size() > 1) return "splits an axis, whose result would not be in bit-reversed order";
    return objection_to_constant_geometry(how);
}

}  // namespace

published_system constant_geometry_system() {
    return {"constant_geometry",
            "constant geometry, word groups of four points by four work-items, radix 2^2 (Ambuluri, Garrido, "
            "Caffarena, Ogniewski, Ragnemalm 2013)",
            constant_geometry_plan, objection_to_constant_geometry};
}

published_system bit_reversed_system() {
    return {"constant_geometry_bit_reversed",
            "constant geometry (Ambuluri, Garrido, Caffarena, Ogniewski, Ragnemalm 2013), the result in bit-reversed "
            "order",
            bit_reversed_plan, objection_to_bit_reversed};
}

}  // namespace stockham::internal
