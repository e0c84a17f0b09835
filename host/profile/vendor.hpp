// Vendors as one normalised word each.
#pragma once

#include <string>

#include <stockham/device.hpp>

namespace stockham::internal {

/// The first word of the vendor in lower case: "nvidia", "amd", "intel", ..; empty if the device names none.
std::string vendor_word(const device_description&);

bool is_nvidia(const device_description&);
/// True for GPUs of AMD only; their CPUs use runtimes of other vendors.
bool is_amd(const device_description&);
/// True for Intel's GPUs only.
bool is_intel(const device_description&);

}  // namespace stockham::internal
