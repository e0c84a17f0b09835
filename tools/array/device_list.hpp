// The devices that a value of --device names.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <stockham/opencl.hpp>

namespace stockham::tools {

/// Receives a line about a device that is left out.
using device_notes = std::function<void(const std::string&)>;

/// The devices of a value: of `all`, of a list with commas, or one as device_of(). `all` leaves out those without
/// double precision if that is needed, and says so. Throws usage_error if a word matches no device, or two match the
/// same one.
std::vector<cl_device_id> devices_of(const std::string& word, bool needs_double, const device_notes&);

}  // namespace stockham::tools
