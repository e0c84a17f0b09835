// Loops over lines that exceed those of a launch.
#pragma once

#include <vector>

#include "families/common/draft.hpp"
#include "model/step.hpp"

namespace stockham::internal {

/// If there are more loops over lines than a launch supports, moves the shortest ones to pass_step::outer, with one
/// launch per index, and marks their lines in `taken`. False if that takes too many launches, or if too few loops only
/// change offsets.
bool take_outer_loops(const draft&, pass_step&, std::vector<bool>& taken);

}  // namespace stockham::internal
