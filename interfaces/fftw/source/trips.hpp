// Single transforms that the device's memory does not hold: they make several trips through it.
#pragma once

#include <memory>

#include "device.hpp"

namespace fftw_device {

/// Divides a shape into trips. Throws refusal if the library cannot, with the reason.
std::unique_ptr<ready_transform> prepare_trips(device&, const shape&);

}  // namespace fftw_device
