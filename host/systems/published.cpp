// The table of published systems, and the planner with it.
#include <string>
#include <utility>

#include "base/immortal.hpp"
#include "families/table.hpp"
#include "plan/plan_string.hpp"
#include "systems/constant_geometry/constant_geometry.hpp"
#include "systems/five_step/five_step.hpp"
#include "systems/planning.hpp"
#include "systems/row_transpose/row_transpose.hpp"
#include "systems/split_half/split_half.hpp"
#include "systems/tensor/tensor_system.hpp"

namespace stockham::internal {

const system_table& published_systems() {
    static const auto& systems = immortal<system_table>({
        row_transpose_system(),
        five_step_system(),
        tensor_system(),
        constant_geometry_system(),
        bit_reversed_system(),
        split_half_system(),
    });
    return systems;
}

const published_system* published(std::string_view name) {
    return system_named(published_systems(), name);
}

step_plan make_plan(const problem& p, const device_description& device) {
    return std::move(cheapest_plans(p, device, 1).front().plan);
}

std::vector<candidate> cheapest_plans(const problem& p, const device_description& device, std::size_t count,
                                      std::vector<rule_outcome>* outcomes) {
    return planner(published_systems()).cheapest_plans(p, device, count, outcomes);
}

problem matching_form(const plan_decisions& how, const problem& p) {
    return planner(published_systems()).matching_form(how, p);
}

candidate build_plan(const problem& p, const device_description& device, const plan_decisions& how) {
    return planner(published_systems()).build_plan(p, device, how);
}

plan_decisions read_plan(std::string_view text, const problem& p, const device_description& device) {
    for (const auto& system : published_systems())
        if (system.notation && system.notation->is_used_by(text)) return system.notation->read(text, p, device);
    return parse_plan_string(text, default_family(device));
}

std::string texts_of(const problem& p, const plan_decisions& how, const std::vector<step>& steps) {
    auto text = "plan string: " + to_string(how) + "\n";
    for (const auto& system : published_systems()) {
        if (!system.notation) continue;
        if (const auto own = system.notation->write(p, how, steps))
            text += "as a " + std::string(system.notation->name) + ": " + *own + "\n";
    }
    return text;
}

}  // namespace stockham::internal
