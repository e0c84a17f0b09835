// The table of published systems.
#include "planner/published.hpp"

#include "formula/tensor_system.hpp"
#include "planner/constant_geometry.hpp"
#include "planner/five_step.hpp"
#include "planner/row_transpose.hpp"
#include "planner/split_half.hpp"

namespace stockham {

namespace {

constexpr published_system systems[] = {
    {algorithm::row_transpose, "row FFT, transpose, row FFT, transpose (AMD 2011)", cheapest_row_transpose,
     objection_to_row_transpose},
    {algorithm::five_step,
     "five steps: two for each outer axis, whose digits work-items hold whole, and one for the inner axis (Nukada, "
     "Ogata, "
     "Endo, Matsuoka 2008, section 3)",
     five_step_plan, objection_to_five_step},
    {algorithm::tensor,
     "a tensor formula: codelets of 8 to 32 points decomposed, grouped and commuted at the least cost (Gu, Li, Siegel "
     "2010, section 3.3)",
     tensor_plan, objection_to_tensor},
    {algorithm::constant_geometry,
     "constant geometry, word groups of four points by four work-items, radix 2^2 (Ambuluri, Garrido, Caffarena, "
     "Ogniewski, Ragnemalm 2013)",
     constant_geometry_plan, objection_to_constant_geometry},
    {algorithm::constant_geometry_bit_reversed,
     "constant geometry (Ambuluri, Garrido, Caffarena, Ogniewski, Ragnemalm 2013), the result in bit-reversed order",
     bit_reversed_plan, objection_to_bit_reversed},
    {algorithm::split_half,
     "butterflies as products of half-precision matrices, data split into two scaled halves (Kang, Glaeser, D'Azevedo, "
     "Wong, Tomov 2019, algorithm 1)",
     split_half_plan, objection_to_split_half},
};

}  // namespace

const published_system* published(algorithm name) {
    for (const auto& s : systems)
        if (s.name == name) return &s;
    return nullptr;
}

}  // namespace stockham
