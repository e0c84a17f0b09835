// The profiles known to this process (of the library, the system and the user), and the choice for a device.
// Thread-safe.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <stockham/device.hpp>
#include <stockham/profile.hpp>

#include "profile/profile.hpp"

namespace stockham::internal {

using profile_pointer = std::shared_ptr<const profile_data>;

/// Access to the data of the public class.
struct profile_access {
    static device_profile make(profile_pointer);
    static const profile_data& data(const device_profile&);
};

/// The numbers of a generic CPU (true) or GPU (false).
const profile_data& base_profile(bool lanes);

/// How well a profile matches a device, best last. `relative`: it is for another device of the same vendor.
enum class closeness { none, kind, relative, vendor, platform, architecture, device };
closeness closeness_of(const profile_data&, const device_description&);

/// The profile that matches the device best. Among equals, the user's, then the system's. Never null.
profile_pointer known_profile(const device_description&);

/// The profile for the cost model: that of the description, else the known one.
const profile_data& profile_of(const device_description&);

/// Parses a profile. Missing numbers default to those of a generic GPU or CPU. Throws argument_error for a malformed
/// text, which `where` names in the message.
profile_pointer read_profile(std::string_view text, const std::string& where);

/// The folder of the user's profiles, one file per device; empty if there is none.
std::string user_profile_folder();

/// Writes the profile to that folder and returns the path. This process uses it from now on, later processes find it.
/// Throws argument_error if it cannot be written.
std::string keep_profile(const profile_data&);

}  // namespace stockham::internal
