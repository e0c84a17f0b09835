// A few outputs by the definition of the transform: what the first plan of a search is checked by.
#pragma once

#include "problem/problem.hpp"
#include "search/test_bed.hpp"

namespace stockham::internal {

/// Fills the problem's input with random numbers, runs the plan, and compares the first and the last transform of the
/// batch with the definition (long double): one output with the sum over all inputs, and of complex transforms one
/// input with the inverse sum over all outputs; of others two outputs more. Returns the largest difference over the
/// root of the sum of the squared inputs, by which rounding errors and outputs grow alike. No number, or infinite,
/// where an output is none.
double oracle_distance(test_bed&, const executable&, const problem&);

}  // namespace stockham::internal
