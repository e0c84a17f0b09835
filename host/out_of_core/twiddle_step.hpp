// The twiddle factors between two trips, on one device.
#pragma once

#include <memory>

#include "job/unit_step.hpp"
#include "out_of_core/trip.hpp"

namespace stockham::internal {

/// Makes the step for the units of a trip that has twiddle factors. `phase` gives the sum of a unit's weights.
unit_step_maker twiddle_step(const trip&, std::function<std::uint64_t(std::size_t unit)> phase);

}  // namespace stockham::internal
