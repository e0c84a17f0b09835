// Fits those numbers of a profile that copies do not show to the times of plans.
#pragma once

#include <vector>

#include "calibration/plan_times.hpp"
#include "profile/profile.hpp"

namespace stockham::internal {

/// Sets the numbers that fit_gpu() finds to those of a typical GPU.
void set_typical(profile_data&);

/// Fits launches and passes, in the cache and beyond it, of a GPU. Numbers that the times hardly determine stay near
/// those of a typical GPU. `device` is described without its profile.
void fit_gpu(profile_data&, const device_description& device, const std::vector<plan_time>&);

/// Fits the costs of stages and gathers of a CPU to plans of one pass.
void fit_lanes(profile_data&, const device_description& device, const std::vector<plan_time>& passes);

}  // namespace stockham::internal
