// Pictures moved back by their registrations, on the device.
#pragma once

#include <vector>

#include <stockham/imaging/registration.hpp>

#include "imaging/base/device_work.hpp"

namespace stockham::imaging_internal {

/// Interpolates by Lanczos' kernel: out = pictures as `known` describes them, minus the means, `fill` outside.
void warp_back(device_work&, const device_array& pictures, const std::vector<imaging::registration>& known,
               const std::vector<double>& means, double fill, const device_array& out);

/// Moves pictures back circularly, by Fourier transforms. Takes shifts only.
void shift_back(device_work&, const device_array& pictures, const std::vector<imaging::registration>& known,
                const device_array& out);

}  // namespace stockham::imaging_internal
