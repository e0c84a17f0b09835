// The table of published systems, and the planner with it.
#include <utility>

#include "base/immortal.hpp"
#include "systems/constant_geometry/constant_geometry.hpp"
#include "systems/five_step/five_step.hpp"
#include "systems/planning.hpp"
#include "systems/row_transpose/row_transpose.hpp"
#include "systems/split_half/split_half.hpp"
#include "systems/tensor/tensor_system.hpp"

namespace stockham::internal {

namespace {

bool is_plain_matrix(const problem& p) {
    return p.axes.size() == 2 && p.is_plain() && p.loops.size() <= 4;
}

system_table table() {
    system_table all;

    auto& rows = all.emplace_back();
    rows.name = row_transpose_name;
    rows.note = "row FFT, transpose, row FFT, transpose (AMD 2011)";
    rows.plan = cheapest_row_transpose;
    rows.objection = objection_to_row_transpose;
    rows.build = row_transpose_by;
    rows.competes = is_plain_matrix;
    rows.is_searched = true;

    auto& steps = all.emplace_back();
    steps.name = "five_step";
    steps.note = "five steps: two for each outer axis, whose digits work-items hold whole, and one for the inner axis "
                 "(Nukada, Ogata, Endo, Matsuoka 2008, section 3)";
    steps.plan = five_step_plan;
    steps.objection = objection_to_five_step;

    auto& tensor = all.emplace_back();
    tensor.name = "tensor";
    tensor.note =
        "a tensor formula: codelets of 8 to 32 points decomposed, grouped and commuted at the least cost (Gu, "
        "Li, Siegel 2010, section 3.3)";
    tensor.plan = tensor_plan;
    tensor.objection = objection_to_tensor;

    auto& geometry = all.emplace_back();
    geometry.name = "constant_geometry";
    geometry.note = "constant geometry, word groups of four points by four work-items, radix 2^2 (Ambuluri, Garrido, "
                    "Caffarena, Ogniewski, Ragnemalm 2013)";
    geometry.plan = constant_geometry_plan;
    geometry.objection = objection_to_constant_geometry;

    auto& reversed = all.emplace_back();
    reversed.name = "constant_geometry_bit_reversed";
    reversed.note = "constant geometry (Ambuluri, Garrido, Caffarena, Ogniewski, Ragnemalm 2013), the result in "
                    "bit-reversed order";
    reversed.plan = bit_reversed_plan;
    reversed.objection = objection_to_bit_reversed;

    auto& halves = all.emplace_back();
    halves.name = "split_half";
    halves.note =
        "butterflies as products of half-precision matrices, data split into two scaled halves (Kang, Glaeser, "
        "D'Azevedo, Wong, Tomov 2019, algorithm 1)";
    halves.plan = split_half_plan;
    halves.objection = objection_to_split_half;

    return all;
}

}  // namespace

const system_table& published_systems() {
    static const auto& systems = immortal(table());
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

}  // namespace stockham::internal
