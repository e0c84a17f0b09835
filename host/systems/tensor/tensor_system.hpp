// The tensor framework of Gu, Li, Siegel 2010 as a published system: formulas, the cheapest of which the cost model
// finds.
#pragma once

#include <string>

#include "plan/search.hpp"
#include "problem/problem.hpp"

namespace stockham::internal {

/// Decomposed, grouped and commuted (their section 3.3) at the least cost, in codelets of 8 to 32 points as far as the
/// digits have so many, every chain written out; infinite cost if the device holds none.
candidate tensor_plan(const problem&, const device_description&);

/// Why no formula says these decisions; empty if one does.
std::string objection_to_tensor(const plan_decisions&);

}  // namespace stockham::internal
