// The system of Kang, Glaeser, D'Azevedo, Wong, Tomov, "Accelerating 3D FFT with Half-Precision Floating Point Hardware
// on GPU" (2019): single precision from products of half-precision matrices
// (cl/systems/split_half/butterfly_halves.cl). Theirs goes to memory and back to split, multiply and add up in every
// stage; here these are part of a stage of the planner's own passes.
#pragma once

#include <string>

#include "plan/search.hpp"

namespace stockham::internal {

/// The cheapest plan all of whose butterflies are products of halves as accurate as single precision; infinite cost if
/// the device cannot hold it.
candidate split_half_plan(const problem&, const device_description&);

/// Why these decisions are not that; empty if they are, whatever the radices and however accurate.
std::string objection_to_split_half(const plan_decisions&);

/// Work-items that meet in local memory, whatever the device, with butterflies of halves (lanes have none).
}  // namespace stockham::internal
