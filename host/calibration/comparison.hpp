// Compares two profiles by the measured times of their plans.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <stockham/calibration.hpp>

#include "calibration/bench.hpp"
#include "plan/branch_and_bound.hpp"

namespace stockham::internal {

/// A problem with its cheapest plans for two profiles.
struct planned_twice {
    std::string problem;
    candidate before, after;
    std::uint64_t bytes = 0;  ///< of the largest buffer: input, output, or a plan's workspace
};

/// True if two plans of a problem have the same kernels.
bool same_kernels(const candidate&, const candidate&);

/// Plans a problem with two profiles. Empty if the device lacks the precision, a buffer would exceed `most` bytes, or
/// the data are planar or half-precision, which searches do not support. Throws argument_error for a malformed problem
/// string.
std::optional<planned_twice> plan_twice(const std::string& problem, const device_description& before,
                                        const device_description& after, std::uint64_t most);

/// Measures the plans of one problem. The bench must have room for them.
profile_case measure_case(calibration_bench&, const planned_twice&);

}  // namespace stockham::internal
