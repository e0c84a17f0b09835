// The text of pass measurements, for its reader and its writer (docs/device_profiles.md):
//
//   stockham pass measurements 1
//   device NVIDIA H200               and architecture, vendor, platform, driver, profile, where known
//   copy 12 134217728 4021.3         12 copies of this number of bytes (read plus written), and their GB/s
//   file 0123456789abcdef cl/common/stage.h        and its digest
//   kernels 3f                       a kernel of the first six files: bits of hexadecimal digits, the first file first
//   choice width=16 radix=16         choices, kernels and files have numbers by their order, from 0
//   at 134217728 memory              bytes and place of the rows that follow
//   3w5e1126 0 1a sz 0               a pass, its kernels, its choice, its time in thousandths, and `others` likewise
//   3w5e1126 0 1a sz 0 s3 PROBLEM    the same with its predicted time and its problem
//
// The numbers of a row are in base 36.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "profile/pass_measurements.hpp"

namespace stockham::internal::pass_file {

inline constexpr std::string_view first_line = "stockham pass measurements 1";
inline constexpr int number_base = 36;
inline constexpr double thousandths = 1000;
inline constexpr double most_copies = 1e6;
inline constexpr double giga = 1e9, most_rate = 1e9;  // GB/s

inline constexpr std::pair<std::string_view, std::string measured_device::*> device_lines[] = {
    {"device", &measured_device::name},   {"architecture", &measured_device::architecture},
    {"vendor", &measured_device::vendor}, {"platform", &measured_device::platform},
    {"driver", &measured_device::driver}, {"profile", &measured_device::profile}};

inline constexpr std::pair<std::string_view, data_place> places[] = {{"cache", data_place::cache},
                                                                     {"memory", data_place::memory}};

/// Takes the text up to the next blank.
inline std::string_view next_word(std::string_view& rest) {
    const auto end = std::min(rest.find(' '), rest.size());
    const auto word = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return word;
}

}  // namespace stockham::internal::pass_file
