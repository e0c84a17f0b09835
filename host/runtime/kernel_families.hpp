// The families of kernels that a plan's steps belong to, and the check of those that a device has not run yet.
#pragma once

#include <string>

#include <stockham/device.hpp>

#include "plan/step.hpp"
#include "problem/problem.hpp"
#include "runtime/executable.hpp"
#include "runtime/execution.hpp"

namespace stockham::internal {

/// Checks a compiled plan of families that are not known to be right (runtime/first_use.hpp), on a device that was
/// planned for as `limits` says: by a run of its own kernels (runtime/trial_run.hpp), which costs no program of its
/// own; where that shows a fault, or cannot be made, by a small transform of each family, which tells them apart.
/// Returns why passes that share a launch do not run right here, where launches of their own may; empty if all is
/// right. Throws what check_first_use() throws. Thread-safe.
std::string check_plan(context_state&, cl_device_id, const step_plan&, const executable&, const problem&,
                       const buffer_needs&, const device_description& limits);

}  // namespace stockham::internal
