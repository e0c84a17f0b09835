// The pass measurements known to this process (of the library, the system and the user). Thread-safe.
#pragma once

#include <string>

#include <stockham/device.hpp>

#include "profile/pass_measurements.hpp"

namespace stockham::internal {

/// The measurements for a device: those for its name or, without any, for its architecture; on CPUs, only of its
/// platform. The user's win over the system's, and those over the library's. Null if there are none, or if
/// STOCKHAM_PASSES is off.
measurements_pointer known_measurements(const device_description&);

/// The file in the user's folder of profiles for the measurements of this device. Throws argument_error if there is no
/// such folder.
std::string user_measurements_file(const device_description&);

/// The measurements in a file; empty ones, for this device, if it does not exist. Throws argument_error if it cannot be
/// read, is malformed, or is for another device.
pass_measurements measurements_in(const std::string& path, const measured_device&);

/// Merges measurements into a file, which other processes may change meanwhile. If it is in the user's folder, this
/// process uses them from now on. Throws argument_error if it cannot be written.
void keep_measurements(const pass_measurements&, const std::string& path);

/// The device of a description, for new measurements; `profile`: the digest of the profile that predicts.
measured_device measured_device_of(const device_description&, const std::string& profile);

}  // namespace stockham::internal
