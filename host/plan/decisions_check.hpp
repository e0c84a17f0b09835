// From a plan's decisions to its passes: whether they fit the problem, and the shapes of the passes.
#pragma once

#include <string>
#include <vector>

#include "plan/branch_and_bound.hpp"
#include "plan/published_system.hpp"
#include "problem/problem.hpp"

namespace stockham::internal {

/// Why these decisions do not fit the problem; empty if they do.
std::string why_unfit(const plan_decisions&, const problem&, const system_table&);

/// Shapes each pass by its choice and adds it to the candidate. Returns why a pass has no such shape on the device;
/// empty on success.
std::string add_shaped_passes(const std::vector<pass_problem>&, const pass_choice* choices, const device_description&,
                              candidate&);

}  // namespace stockham::internal
