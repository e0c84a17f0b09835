// Capabilities of devices by vendor. No other code of the planner knows vendors.
#pragma once

#include <stockham/device.hpp>

namespace stockham::internal {

/// The capabilities of the description or, if it has none, those of its vendor and architecture.
device_capabilities capabilities_of(const device_description&);

}  // namespace stockham::internal
