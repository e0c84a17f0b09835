// Device profiles as JSON text (docs/device_profiles.md describes the file).
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "profile/profile.hpp"

namespace stockham::internal {

/// Defaults for missing numbers: of a generic CPU (true) or GPU (false).
using base_numbers = std::function<const profile_data&(bool lanes)>;

/// Parses a profile. Throws argument_error, naming `where`, for a malformed text or a number out of range.
profile_data parse_profile(std::string_view text, const std::string& where, const base_numbers&);

/// Writes all numbers, one group per line.
std::string to_json(const profile_data&);

}  // namespace stockham::internal
