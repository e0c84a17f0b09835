// The tensor framework of Gu, Li, Siegel 2010 as a published system. The cost model finds the cheapest formula.
#pragma once

#include <string>

#include "plan/branch_and_bound.hpp"
#include "problem/problem.hpp"

namespace stockham::internal {

/// The cheapest plan by decomposing, grouping and commuting (section 3.3 of the paper), with explicit chains. Codelets
/// have 8 to 32 points, fewer only for digits of fewer points or on small devices. Infinite cost if nothing fits.
candidate tensor_plan(const problem&, const device_description&);

/// Why no formula expresses these decisions; empty if one does.
std::string objection_to_tensor(const plan_decisions&);

}  // namespace stockham::internal
