// Measured times of the library's own plans, and what the cost model predicts for them.
#pragma once

#include <string>
#include <vector>

#include "calibration/bench.hpp"
#include "calibration/memory_curves.hpp"
#include "calibration/problems.hpp"
#include "profile/profile.hpp"
#include "systems/planning.hpp"

namespace stockham::internal {

/// A plan with its time.
struct plan_time {
    std::string problem;  ///< problem string
    plan_decisions how;
    double seconds = 0;  ///< of the device, with its launches
};

/// The description with this profile.
device_description with_profile(device_description, const profile_data&);

/// True if the device has the precision and the bench has room for the problem.
bool fits(const calibration_bench&, const transform&);

/// Seconds that the device takes for one execution of a plan. Throws opencl_error if it cannot run it.
double device_seconds(calibration_bench&, const step_plan&);

/// The time of the cheapest plan of one pass of each problem that fits.
std::vector<plan_time> measure_passes(calibration_bench&, const problem_list&, const profile_data&,
                                      const calibration_report&);

/// The times of up to `each` of the cheapest plans of each problem that fits, and of as many that share a launch.
std::vector<plan_time> measure_plans(calibration_bench&, const problem_list&, std::size_t each, const profile_data&,
                                     const calibration_report&);

/// What the model predicts for plan_time::seconds, by the profile of the description.
double predicted_seconds(const plan_time&, const device_description&);

}  // namespace stockham::internal
