// Measures launches and memory for a profile, by copy kernels.
#pragma once

#include <functional>
#include <string>

#include "calibration/bench.hpp"
#include "profile/profile.hpp"

namespace stockham::internal {

/// Called before each measurement; throws to cancel.
using calibration_report = std::function<void(const std::string& what)>;

/// Measures launches.every, launches.gap, copy and cached_bytes; on GPUs also the costs of runs and strides, which CPUs
/// account for as gathers.
void measure_memory(calibration_bench&, profile_data&, const calibration_report&);

}  // namespace stockham::internal
