// Checks the first plan of a search against a few outputs by the definition of the transform.
#pragma once

#include "problem/problem.hpp"
#include "search/test_bed.hpp"

namespace stockham::internal {

/// Fills the input with random numbers, runs the plan and compares the first and the last transform of the batch with
/// the definition, in long double. Checks one output by the sum over all inputs, and one input by the inverse sum over
/// all outputs (complex transforms) or two more outputs (others). Returns the largest difference divided by the L2 norm
/// of the inputs, which scales like rounding errors and outputs; NaN or infinity if an output is.
double oracle_distance(test_bed&, const executable&, const problem&);

}  // namespace stockham::internal
