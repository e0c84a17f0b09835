// Shifts as factors of spectra.
#pragma once

#include <cstddef>
#include <vector>

#include <stockham/imaging/registration.hpp>

#include "imaging/base/device_work.hpp"

namespace stockham::imaging_internal {

/// For each picture, the factors that undo its shift: those of the rows of a half spectrum, then those of its columns.
device_array ramp_factors(device_work&, const std::vector<imaging::registration>&, std::size_t height,
                          std::size_t width);

}  // namespace stockham::imaging_internal
