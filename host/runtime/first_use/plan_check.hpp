// The kernel families of a plan's steps, and the check of families that a device has not run yet.
#pragma once

#include <string>

#include <stockham/device.hpp>

#include "model/step.hpp"
#include "problem/problem.hpp"
#include "runtime/execute/executable.hpp"
#include "runtime/execute/execution.hpp"

namespace stockham::internal {

/// Checks a compiled plan unless all its families are known to be correct (runtime/first_use/first_use.hpp). `limits`
/// is the description that the plan was made for. It first runs the plan's own kernels
/// (runtime/first_use/trial_run.hpp), which compiles nothing new. If that is impossible or shows a fault, it runs a
/// small transform of each family to find the culprit.
///
/// Returns empty if the plan is correct. If passes that share a launch are at fault, returns the reason: separate
/// launches may still work. Throws like check_first_use(). Thread-safe.
std::string check_plan(context_state&, cl_device_id, const step_plan&, const executable&, const problem&,
                       const buffer_needs&, const device_description& limits);

}  // namespace stockham::internal
