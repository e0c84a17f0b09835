// The profiles known to this process (of the library, the system and the user), and the choice for a device.
// Thread-safe.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

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

/// The profile with these measurements. Factors on the predictions of another profile are not used.
profile_pointer with_measurements(const profile_pointer&, const measurements_pointer&);
/// The profile whose predictions are those of the cost model alone.
device_profile without_measurements(const device_profile&);

/// The profile that matches the device best, with the known measurements of the device. Among equals, the user's, then
/// the system's. Never null.
profile_pointer known_profile(const device_description&);

/// The profile for the cost model: that of the description, else the known one.
const profile_data& profile_of(const device_description&);

/// Parses a profile. Missing numbers default to those of a generic GPU or CPU. Throws argument_error for a malformed
/// text, which `where` names in the message.
profile_pointer read_profile(std::string_view text, const std::string& where);

/// The folder of the library's profiles and measurements, among its embedded files.
constexpr const char* shipped_profile_folder = "host/profile/shipped/";

/// The folders of the system's and the user's, unless STOCKHAM_PROFILES is off.
std::vector<std::filesystem::path> profile_folders();

/// The name of the file for a device, without its ending: letters, digits and dashes.
std::string profile_file_stem(const std::string& device, const std::string& platform);

/// The folder of the user's profiles, one file per device; empty if there is none.
std::string user_profile_folder();

/// Writes the profile to that folder and returns the path. This process uses it from now on, later processes find it.
/// Throws argument_error if it cannot be written.
std::string keep_profile(const profile_data&);

}  // namespace stockham::internal
