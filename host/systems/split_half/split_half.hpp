// The system of Kang, Glaeser, D'Azevedo, Wong, Tomov, "Accelerating 3D FFT with Half-Precision Floating Point Hardware
// on GPU" (2019): single precision from products of half-precision matrices
// (cl/split_half/butterfly_halves.cl). In the paper, splitting, multiplying and summing of each stage go
// through memory; here a stage of the planner's own passes does all of them.
#pragma once

#include <string>

#include "plan/branch_and_bound.hpp"

namespace stockham::internal {

/// The cheapest plan whose butterflies are all fp16 products with the accuracy of single precision; infinite cost if
/// the device cannot hold it.
candidate split_half_plan(const problem&, const device_description&);

/// Why these decisions do not follow the system; empty if they do, with any radices and any accuracy.
std::string objection_to_split_half(const plan_decisions&);

}  // namespace stockham::internal
