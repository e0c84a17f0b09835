// The copy kernel, whose time is the unit of measured passes.
#pragma once

#include <cstdint>

#include <stockham/device.hpp>

#include "launch/launch.hpp"

namespace stockham::internal {

/// Work-items of a work-group that copies. On a CPU, one work-item copies a contiguous range.
std::size_t copying_items(const device_description&);

/// A launch of a kernel of cl/calibration/copy.cl, without arguments.
launch launch_by_copies(const char* kernel);

/// A copy of `bytes` bytes from the input to the output, at least as many as a work-group copies.
launch launch_of_copy(std::uint64_t bytes, const device_description&);

}  // namespace stockham::internal
