// Two profiles compared by the times of the plans that they lead to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <stockham/calibration.hpp>

#include "calibration/bench.hpp"
#include "plan/search.hpp"

namespace stockham::internal {

/// A problem with its cheapest plans by two profiles.
struct planned_twice {
    std::string problem;
    candidate before, after;
    std::uint64_t bytes = 0;  ///< of the largest buffer: input, output, or a plan's workspace
};

/// True if two plans of a problem have the same kernels.
bool same_kernels(const candidate&, const candidate&);

/// Empty where the device lacks the precision, where a buffer would have more than `most` bytes, and for data that
/// searches by measuring do not know either (planar, half-precision). Throws argument_error for a text that is no
/// problem string.
std::optional<planned_twice> plan_twice(const std::string& problem, const device_description& before,
                                        const device_description& after, std::uint64_t most);

/// Measures the plans of one problem; the bench has room for them.
profile_case measure_case(calibration_bench&, const planned_twice&);

}  // namespace stockham::internal
