// The search restricted to passes by word groups.
#include "planner/constant_geometry.hpp"

#include <algorithm>

#include "planner/passes.hpp"

namespace stockham {

namespace {

shape_options word_groups_only() {
    shape_options options;
    options.constant_geometry = true;
    return options;
}

std::vector<axis_split> whole_axes(const problem& p) {
    std::vector<axis_split> splits;
    for (const auto& axis : p.axes) splits.push_back({{axis.n}, false});
    return splits;
}

}  // namespace

candidate constant_geometry_plan(const problem& p, const device_description& device) {
    auto found = search(p, device, word_groups_only(), places_of(p));
    return found.empty() ? candidate{} : std::move(found.front());
}

candidate bit_reversed_plan(const problem& p, const device_description& device) {
    candidate best;
    const auto options = word_groups_only();
    shaper shapes(device, options);
    for (auto& sequence : sequences(p, whole_axes(p), tile_capacity(device, p.precision, options))) {
        std::uint64_t workspace = 0;
        candidate c;
        c.cost = 0;
        if (!shapes.add(passes_of(p, sequence, places_of(p), workspace), best.cost, c)) continue;
        c.plan.workspace_bytes = workspace * element_size(p.precision);
        c.how.sequence = std::move(sequence);
        best = std::move(c);
    }
    return best;
}

std::string objection_to_constant_geometry(const recipe& how) {
    if (how.row_transpose) return "has transposes";
    const bool all =
        std::all_of(how.choices.begin(), how.choices.end(), [](const pass_choice& c) { return c.geometry != 0; });
    return all ? "" : "has a pass that is not of constant geometry";
}

std::string objection_to_bit_reversed(const recipe& how) {
    for (const auto& axis : how.sequence.splits)
        if (axis.digits.size() > 1) return "splits an axis, whose result would not be in bit-reversed order";
    return objection_to_constant_geometry(how);
}

}  // namespace stockham
