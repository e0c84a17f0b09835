// What a description of a device must say for the planner to plan by it.
#pragma once

#include <stockham/device.hpp>

namespace stockham::internal {

/// Throws argument_error that names the field.
void check(const device_description&);

}  // namespace stockham::internal
