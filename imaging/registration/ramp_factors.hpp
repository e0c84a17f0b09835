// Shifts as factors of spectra.
#pragma once

#include <cstddef>
#include <vector>

#include <stockham/imaging/registration.hpp>

#include "imaging/base/device_work.hpp"

namespace stockham::imaging_internal {

/// For each picture, the factors of the frequencies along both axes that undo its shift: {pictures x height} and
/// {pictures x columns of a half spectrum}.
struct ramp_factors {
    device_array down, across;
    ramp_factors(device_work&, const std::vector<imaging::registration>&, std::size_t height, std::size_t width);
};

}  // namespace stockham::imaging_internal
