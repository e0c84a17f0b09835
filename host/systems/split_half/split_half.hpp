// The system of Kang, Glaeser, D'Azevedo, Wong, Tomov, "Accelerating 3D FFT with Half-Precision Floating Point Hardware
// on GPU" (2019): single precision from products of half-precision matrices
// (cl/split_half/butterfly_halves.cl). In the paper, splitting, multiplying and summing of each stage go
// through memory; here a stage of the planner's own passes does all of them.
#pragma once

#include "plan/published_system.hpp"

namespace stockham::internal {

/// The cheapest plan whose butterflies are all fp16 products with the accuracy of single precision. Decisions with any
/// radices and any accuracy follow it.
published_system split_half_system();

}  // namespace stockham::internal
