// Vendors by one word each, however they spell themselves.
#pragma once

#include <string>

#include <stockham/device.hpp>

namespace stockham::internal {

/// The vendor's first word in lower case: "nvidia", "amd", "intel", ..; empty where the device names none.
std::string vendor_word(const device_description&);

bool is_nvidia(const device_description&);
/// A GPU by AMD, that is: their CPUs have other vendors' runtimes.
bool is_amd(const device_description&);

}  // namespace stockham::internal
