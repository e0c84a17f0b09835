// Device profiles as JSON text (docs/device_profiles.md describes the fields).
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "profile/profile.hpp"

namespace stockham::internal {

/// Numbers for what a profile leaves out: of any CPU (true), of any GPU (false).
using base_numbers = std::function<const profile_data&(bool lanes)>;

/// Reads a profile. Throws argument_error, which names `where`, for a text that is none, and for numbers that no device
/// has.
profile_data parse_profile(std::string_view text, const std::string& where, const base_numbers&);

/// With all its numbers, one group of them per line.
std::string to_json(const profile_data&);

}  // namespace stockham::internal
