// Transforms on the device: whole; in pieces if they are batches that the device does not hold, or that take long to
// move; in trips if the device does not hold one transform.
#pragma once

#include <memory>

#include "device.hpp"

namespace fftw_device {

/// Prepares a shape for the device in the best way. Throws refusal or device_failure.
std::unique_ptr<ready_transform> prepare_transform(device&, const shape&);

}  // namespace fftw_device
