// A profile's launches and memory, by kernels that only copy.
#pragma once

#include <functional>
#include <string>

#include "calibration/bench.hpp"
#include "profile/profile.hpp"

namespace stockham::internal {

/// Told what is measured next; throws to end it.
using calibration_report = std::function<void(const std::string& what)>;

/// Measures launches.every, launches.gap, copy and cached_bytes; on GPUs the costs of runs and strides, too, which a
/// CPU's lanes meet as gathers.
void measure_memory(calibration_bench&, profile_data&, const calibration_report&);

}  // namespace stockham::internal
