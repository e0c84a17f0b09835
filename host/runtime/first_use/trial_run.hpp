// Runs a plan's kernels once on numbers whose transform is known, before the plan is returned to the user.
#pragma once

#include <optional>
#include <string>

#include "problem/problem.hpp"
#include "runtime/execute/executable.hpp"
#include "runtime/execute/execution.hpp"

namespace stockham::internal {

/// The fault that the run shows: a wrong output or an OpenCL error; empty if there is none. std::nullopt if no run was
/// possible: no known transform (problem/known_transform.hpp), arrays too large, or out of memory. Thread-safe.
std::optional<std::string> fault_of_trial_run(context_state&, cl_device_id, const executable&, const problem&,
                                              const buffer_needs&);

}  // namespace stockham::internal
