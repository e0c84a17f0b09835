// Loops over lines beyond those that a launch numbers.
#pragma once

#include <vector>

#include "plan/shapes/draft.hpp"
#include "plan/step.hpp"

namespace stockham::internal {

/// Takes the shortest loops over lines, as many as are more than a launch numbers, to be launched one index after the
/// other: so the number of launches is the least. `taken` tells which of the problem's lines these are. False if that
/// would be too many launches, or if a step along those lines does more than move.
bool take_outer_loops(const draft&, pass_step&, std::vector<bool>& taken);

}  // namespace stockham::internal
