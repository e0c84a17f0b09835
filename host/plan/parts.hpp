// Parts of a plan that no pass mixes.
#pragma once

#include <cstdint>

#include "plan/step.hpp"
#include "problem/problem.hpp"

namespace stockham::internal {

/// As many parts as the slowest loop of the batch has steps (1 where there is none), if a work-item of lanes may do all
/// passes of one before those of the next: in every pass the groups of a part follow each other, and what they read is
/// of the same part. 0: there are none.
std::uint64_t independent_parts(const step_plan&, const problem&);

}  // namespace stockham::internal
