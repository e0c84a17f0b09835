// Architectures by the names and numbers that drivers report for chips.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stockham::internal {

/// The architecture of a chip: "gfx1030" for "navi21". An unknown name is its own architecture.
std::string architecture_of_chip(std::string_view chip);

/// The architecture in the name of a device: "gfx90a" in AMD's "gfx90a:sramecc+:xnack-", "gfx1030" in Mesa's "AMD
/// Radeon RX 6800 (radeonsi, navi21, ACO, DRM 3.54)"; the name itself if it has none.
std::string architecture_in_name(const std::string& device_name);

/// The architecture by CL_DEVICE_IP_VERSION_INTEL, which has a version in bits 22 to 31 and a release in bits 14 to 21:
/// "pvc" for 12.60. Named as Intel's offline compiler does; empty if unknown.
std::string architecture_of_intel(std::uint32_t ip_version);

}  // namespace stockham::internal
