// Lowers a plan: converts its steps to kernel launches.
#pragma once

#include <vector>

#include <stockham/device.hpp>

#include "launch/launch.hpp"
#include "model/step.hpp"

namespace stockham::internal {

/// The first launch of a step, for a device with this double-precision extension.
launch to_launch(const pass_step&, double_support);

/// All launches of a step. Only the offsets in their arguments differ.
std::vector<launch> to_launches(const pass_step&, double_support);

/// The launch shared by all passes of a plan that has `one_launch`.
launch to_one_launch(const step_plan&, double_support, const member_access& = {});

/// All launches of a plan. `in_order`: they are for an in-order queue.
std::vector<launch> to_launches(const step_plan&, const device_description&, bool in_order = false);

/// True if executions of the plan may share launches: transposes have no kernels for it.
bool may_have_members(const step_plan&);
/// The launches that several executions share, for queues of both kinds. Their workspaces lie one after the other, each
/// as large as the plan's. The plan must be one that may have members.
std::vector<launch> to_launches(const step_plan&, const device_description&, const member_access&);

}  // namespace stockham::internal
