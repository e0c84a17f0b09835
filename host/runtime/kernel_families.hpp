// The families of kernels that a plan's steps belong to, each with a small transform that shows whether they are right.
#pragma once

#include <string>

#include <stockham/device.hpp>

#include "plan/step.hpp"
#include "runtime/context_state.hpp"

namespace stockham::internal {

/// Checks each family of kernels that the plan's passes and transposes are of (runtime/first_use.hpp), on a device that
/// was planned for as `limits` says. Throws what check_first_use() throws.
void check_families(context_state&, cl_device_id, const step_plan&, const device_description& limits);

/// Why passes that share a launch do not run right here, where launches of their own do as well; empty if they do.
std::string fault_of_shared_launches(context_state&, cl_device_id, const step_plan&, const device_description& limits);

}  // namespace stockham::internal
