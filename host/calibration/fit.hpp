// Numbers of a profile that no copy shows: those with which the cost model meets the times of the library's own passes.
#pragma once

#include <string>
#include <vector>

#include "calibration/bench.hpp"
#include "calibration/memory_curves.hpp"
#include "plan/planner.hpp"
#include "profile/profile.hpp"

namespace stockham::internal {

/// The description with these numbers for its own.
device_description with_profile(device_description, const profile_data&);

/// Whether the device has the precision, and the bench the room, for the problem and for every plan of it that stays
/// within three times its size.
bool fits(const calibration_bench&, const transform&);

/// What the device takes for one execution of a plan. Throws opencl_error where it cannot run it.
double device_seconds(calibration_bench&, const step_plan&);

/// Measures exchanges beyond the cache; on CPUs stages and gathers.
void fit_passes(calibration_bench&, profile_data&, const calibration_report&);

/// Measures a GPU's passes within its cache, launches and, on NVIDIA's, the second of two passes in one launch. Changes
/// nothing where too few of the plans stay in the cache and take longer than a launch.
void fit_cache(calibration_bench&, profile_data&, const calibration_report&);

}  // namespace stockham::internal
