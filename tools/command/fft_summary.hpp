// The trips of `stockham fft`, as it prints them.
#pragma once

#include <string>

#include <stockham/transform.hpp>

#include "array/file_transform.hpp"

namespace stockham::tools {

/// Lines with the trips of a transform between files: what they read, transformed and wrote, how fast, and the share of
/// each device.
std::string summary_of(const file_report&, const transform&);

}  // namespace stockham::tools
