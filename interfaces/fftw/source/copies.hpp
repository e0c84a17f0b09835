// Copies of plans, which FFTW has since 3.3.11. A copy is the plan itself, as in FFTW, so they are only counted. That
// serves the plans of this library and those of any FFTW.
#pragma once

#include "shared.hpp"

namespace fftw_device {

/// Counts a copy of a plan. False if there is no memory.
FFTW_DEVICE_SHARED bool add_copy(const void* plan) noexcept;
/// Takes a copy of a plan away; false if it has none, so that the plan itself is to be destroyed.
FFTW_DEVICE_SHARED bool drop_copy(const void* plan) noexcept;

}  // namespace fftw_device
