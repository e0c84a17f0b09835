// A plan's own kernels, run once on numbers whose transform is known, before the plan is handed out.
#pragma once

#include <optional>
#include <string>

#include "problem/problem.hpp"
#include "runtime/executable.hpp"
#include "runtime/execution.hpp"

namespace stockham::internal {

/// What is wrong with the outputs of these kernels, or with running them at all; empty if nothing is. Nothing where no
/// output is known (problem/known_transform.hpp), where the arrays are too large to be looked at, and where there is no
/// memory for them. Thread-safe.
std::optional<std::string> fault_of_trial_run(context_state&, cl_device_id, const executable&, const problem&,
                                              const buffer_needs&);

}  // namespace stockham::internal
