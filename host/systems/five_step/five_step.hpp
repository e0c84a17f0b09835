// Three axes in five passes (Nukada, Ogata, Endo, Matsuoka 2008, section 3): the outer two in two digits each, a pass a
// digit, the inner one in a pass of its own.
#pragma once

#include <string>

#include "plan/search.hpp"
#include "problem/problem.hpp"

namespace stockham::internal {

/// Steps 1 to 4 transform a digit of an outer axis that a work-item holds whole, work-items side by side along the
/// inner axis; step 5 transforms the inner axis through local memory, 4 points a work-item. The digits stay in their
/// places, and the first of each axis brings both into order; the paper's steps pass the digits on from the slowest
/// place to the second fastest. Infinite cost if the device cannot hold it.
candidate five_step_plan(const problem&, const device_description&);

std::string objection_to_five_step(const plan_decisions&);

}  // namespace stockham::internal
