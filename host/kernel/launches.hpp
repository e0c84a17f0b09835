// A plan's steps as kernel launches.
#pragma once

#include <vector>

#include <stockham/device.hpp>

#include "launch/launch.hpp"
#include "plan/step.hpp"

namespace stockham::internal {

/// The launch that does a step, the first one where it has several, for a device with this double-precision extension.
launch to_launch(const pass_step&, double_support);

/// All launches of a step: they differ by the offsets among their arguments only.
std::vector<launch> to_launches(const pass_step&, double_support);

/// All passes of a plan that has them share a launch.
launch to_one_launch(const step_plan&, double_support);

/// All launches of a plan on a described device. `in_order`: for queues that run them one after another.
std::vector<launch> to_launches(const step_plan&, const device_description&, bool in_order = false);

}  // namespace stockham::internal
