// The table of published systems.
#include "planner/published.hpp"

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
