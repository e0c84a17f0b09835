// The transforms that probe the kernel families of passes.
#pragma once

#include <stockham/device.hpp>

#include "families/common/family.hpp"
#include "model/step.hpp"
#include "runtime/first_use/first_use.hpp"

namespace stockham::internal {

/// The family with the transform that probes it, which is planned and compared with the definition when it is needed.
/// `limits` is the description that plans are made for.
checked_family probed_family(const pass_probe&, const device_description& limits);

/// The probe of the passes of a plan that share a launch.
pass_probe shared_launch_of(const step_plan&);

}  // namespace stockham::internal
