// The profiles that are known in this process: the library's own, the system's, the user's; and which of them a device
// gets. Thread-safe.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <stockham/device.hpp>
#include <stockham/profile.hpp>

#include "profile/profile.hpp"

namespace stockham::internal {

using profile_pointer = std::shared_ptr<const profile_data>;

/// What is inside of the public class.
struct profile_access {
    static device_profile make(profile_pointer);
    static const profile_data& data(const device_profile&);
};

/// The numbers of any CPU (true), or of any GPU.
const profile_data& base_profile(bool lanes);

/// How close a profile comes to a device, the closest last; `relative`: it is of another device by the same vendor.
enum class closeness { none, kind, relative, vendor, platform, architecture, device };
closeness closeness_of(const profile_data&, const device_description&);

/// The profile that comes closest to the device; of several the user's, then the system's. Never null.
profile_pointer known_profile(const device_description&);

/// What the device's cost model goes by: its description's own profile, else the one that is known.
const profile_data& profile_of(const device_description&);

/// Reads a profile, numbers that it leaves out being those of any GPU, or of any CPU. Throws argument_error for a text
/// that is none; `where` names it there.
profile_pointer read_profile(std::string_view text, const std::string& where);

/// The folder of the user's profiles; empty if there is none. One file for each device.
std::string user_profile_folder();

/// Writes the profile to that folder, where later processes find it, and returns the file's path; this process goes by
/// it from now on. Throws argument_error if it cannot be written.
std::string keep_profile(const profile_data&);

}  // namespace stockham::internal
