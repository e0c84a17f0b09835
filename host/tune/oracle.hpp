// A few outputs by the definition of the transform: what the first plan of a search is checked by.
#pragma once

#include "tensor/problem.hpp"
#include "tune/test_bed.hpp"

namespace stockham {

/// Fills the problem's input with random numbers, runs the plan, and compares outputs of the first and the last
/// transform of the batch with sums by the definition (long double, Horner's rule). Returns the largest difference over
/// the root of the sum of the squared inputs, by which rounding errors and outputs grow alike.
double oracle_distance(test_bed&, const executable&, const problem&);

}  // namespace stockham
