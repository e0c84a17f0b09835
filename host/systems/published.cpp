// The table of published systems, by name.
#include "plan/published.hpp"

#include <algorithm>

#include <stockham/error.hpp>

#include "base/messages/printable.hpp"
#include "base/smooth.hpp"
#include "problem/algorithm.hpp"
#include "problem/loops.hpp"
#include "systems/constant_geometry/constant_geometry.hpp"
#include "systems/five_step/five_step.hpp"
#include "systems/row_transpose/row_transpose.hpp"
#include "systems/split_half/split_half.hpp"
#include "systems/tensor/tensor_system.hpp"

namespace stockham {

namespace internal {

namespace {

constexpr std::size_t most_row_transpose_loops = 4;  // with three further axes, these use all loops of a transpose

std::string needs_rows(const transform& t) {
    if (t.lengths.size() < 2) return "is a scheme for two axes or more";
    return merged(loops_of(t)).size() <= most_row_transpose_loops ? "" : "takes up to four loops";
}

std::string needs_three_axes(const transform& t) {
    if (t.lengths.size() != 3) return "is a scheme for three axes";
    for (std::size_t a = 0; a < 3; ++a)
        if (!is_power_of_two(t.lengths[a]) || (a < 2 && (t.lengths[a] < 4 || t.lengths[a] > 1024)))
            return "needs lengths that are powers of two, the outer two from 4 to 1024";
    return "";
}

std::string needs_powers_of_two(const transform& t) {
    return std::all_of(t.lengths.begin(), t.lengths.end(), is_power_of_two) ? ""
                                                                            : "needs lengths that are powers of two";
}

std::string needs_f32(const transform& t) {
    return t.precision == precision::f32 ? needs_powers_of_two(t) : "needs f32";
}

bool is_plain_matrix(const problem& p) {
    return p.axes.size() == 2 && p.is_plain() && p.loops.size() <= most_row_transpose_loops;
}

std::vector<published_system> table() {
    std::vector<published_system> all;

    auto& rows = all.emplace_back();
    rows.name = row_transpose_name;
    rows.note = "row FFT, transpose, row FFT, transpose (AMD 2011)";
    rows.unfit = needs_rows;
    rows.plan = cheapest_row_transpose;
    rows.objection = objection_to_row_transpose;
    rows.build = row_transpose_by;
    rows.competes = is_plain_matrix;
    rows.is_searched = true;

    auto& steps = all.emplace_back();
    steps.name = "five_step";
    steps.note = "five steps: two for each outer axis, whose digits work-items hold whole, and one for the inner axis "
                 "(Nukada, Ogata, Endo, Matsuoka 2008, section 3)";
    steps.unfit = needs_three_axes;
    steps.plan = five_step_plan;
    steps.objection = objection_to_five_step;

    auto& tensor = all.emplace_back();
    tensor.name = "tensor";
    tensor.note =
        "a tensor formula: codelets of 8 to 32 points decomposed, grouped and commuted at the least cost (Gu, "
        "Li, Siegel 2010, section 3.3)";
    tensor.unfit = needs_powers_of_two;
    tensor.plan = tensor_plan;
    tensor.objection = objection_to_tensor;
    tensor.interleaves = true;
    tensor.least_digit = 8;

    auto& geometry = all.emplace_back();
    geometry.name = "constant_geometry";
    geometry.note = "constant geometry, word groups of four points by four work-items, radix 2^2 (Ambuluri, Garrido, "
                    "Caffarena, Ogniewski, Ragnemalm 2013)";
    geometry.unfit = needs_powers_of_two;
    geometry.plan = constant_geometry_plan;
    geometry.objection = objection_to_constant_geometry;

    auto& reversed = all.emplace_back();
    reversed.name = "constant_geometry_bit_reversed";
    reversed.note = "constant geometry (Ambuluri, Garrido, Caffarena, Ogniewski, Ragnemalm 2013), the result in "
                    "bit-reversed order";
    reversed.unfit = needs_powers_of_two;
    reversed.plan = bit_reversed_plan;
    reversed.objection = objection_to_bit_reversed;
    reversed.bit_reversed = true;

    auto& halves = all.emplace_back();
    halves.name = "split_half";
    halves.note =
        "butterflies as products of half-precision matrices, data split into two scaled halves (Kang, Glaeser, "
        "D'Azevedo, Wong, Tomov 2019, algorithm 1)";
    halves.unfit = needs_f32;
    halves.plan = split_half_plan;
    halves.objection = objection_to_split_half;

    return all;
}

}  // namespace

const std::vector<published_system>& published_systems() {
    static const auto systems = table();
    return systems;
}

const published_system* published(std::string_view name) {
    for (const auto& s : published_systems())
        if (name == s.name) return &s;
    return nullptr;
}

}  // namespace internal

using namespace internal;

std::vector<std::string> v0_2::algorithm_names() {
    std::vector<std::string> names{std::string(automatic)};
    for (const auto& s : published_systems()) names.emplace_back(s.name);
    return names;
}

namespace internal {

void check_algorithm_name(std::string_view name) {
    std::string list;
    for (const auto& known : algorithm_names()) {
        if (name == known) return;
        list += (list.empty() ? "" : ", ") + known;
    }
    throw argument_error("algorithm", "algorithm: " + in_quotes(name) + " is none of " + list);
}

bool is_bit_reversed(std::string_view algorithm) {
    const auto* system = published(algorithm);
    return system && system->bit_reversed;
}

void check_algorithm(const transform& t) {
    const auto* system = published(t.algorithm);
    if (!system) return check_algorithm_name(t.algorithm);
    const bool planar = t.input.form == storage::planar || t.output.form == storage::planar;
    const auto why =
        t.kind != kind::c2c || planar || t.precision == precision::f16 || !t.nonzero.empty() || !t.wanted.empty()
            ? "is a scheme for interleaved complex numbers of f32 or f64, without zero or unwanted points"
            : system->unfit(t);
    if (!why.empty())
        throw unsupported_error(system->name, std::string(system->name) + " " + why + ", not '" + to_string(t) + "'");
}

}  // namespace internal

}  // namespace stockham
