// Steps of a trip beside the transform of its units, on one device.
#pragma once

#include <cstdint>
#include <functional>

#include "job/unit_step.hpp"
#include "out_of_core/trip.hpp"

namespace stockham::internal {

/// The phase of a unit (phase_of).
using unit_phase = std::function<std::uint64_t(std::size_t unit)>;

/// The steps on the data of units before and after their transform: the points of half spectra that are reflected, and
/// twiddle factors. Empty: none.
unit_step_maker step_before(const trip&, const unit_phase&);
unit_step_maker step_after(const trip&, const unit_phase&);

}  // namespace stockham::internal
