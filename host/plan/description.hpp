// Validation of device descriptions before planning.
#pragma once

#include <stockham/device.hpp>

namespace stockham::internal {

/// Throws argument_error that names an invalid field.
void check(const device_description&);

}  // namespace stockham::internal
