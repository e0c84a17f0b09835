// Fits those numbers of a profile that copies do not show to the times of passes.
#pragma once

#include <string>
#include <vector>

#include "calibration/bench.hpp"
#include "calibration/memory_curves.hpp"
#include "profile/profile.hpp"
#include "systems/planning.hpp"

namespace stockham::internal {

/// The description with this profile.
device_description with_profile(device_description, const profile_data&);

/// True if the device has the precision and the bench has room for the problem.
bool fits(const calibration_bench&, const transform&);

/// Seconds that the device takes for one execution of a plan. Throws opencl_error if it cannot run it.
double device_seconds(calibration_bench&, const step_plan&);

/// Fits the cost of exchanges for data beyond the cache; on CPUs the costs of stages and gathers.
void fit_passes(calibration_bench&, profile_data&, const calibration_report&);

/// Fits launches, passes within the cache and, on NVIDIA devices, the second of two passes in one launch; for GPUs
/// only. Changes nothing if too few plans stay in the cache and take longer than a launch.
void fit_cache(calibration_bench&, profile_data&, const calibration_report&);

}  // namespace stockham::internal
