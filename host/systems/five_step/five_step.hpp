// Three axes in five passes (Nukada, Ogata, Endo, Matsuoka 2008, section 3): two passes for the two digits of each
// outer axis, and one for the inner axis.
#pragma once

#include <string>

#include "plan/branch_and_bound.hpp"
#include "problem/problem.hpp"

namespace stockham::internal {

/// In steps 1 to 4, a work-item holds a whole digit of an outer axis, and work-items are neighbours along the inner
/// axis. Step 5 transforms the inner axis through local memory. The first digit of each axis brings both digits into
/// order, while the paper's steps move digits from the slowest dimension to the second fastest. Infinite cost if the
/// device cannot hold it.
candidate five_step_plan(const problem&, const device_description&);

/// Why these decisions do not follow the system; empty if they do.
std::string objection_to_five_step(const plan_decisions&);

}  // namespace stockham::internal
