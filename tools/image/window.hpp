// The Hann window, which reduces the influence of a picture's edges.
#pragma once

#include <vector>

#include "image/plane.hpp"

namespace stockham::tools {

/// The symmetric Hann window of n points; all values are above 0.
std::vector<double> hann(std::size_t n);

/// The plane minus its mean, times the window along both axes. The mean is weighted by the window, so that the result
/// is 0 at the zero frequency.
real_plane windowed(const real_plane& p, const std::vector<double>& down, const std::vector<double>& across);

}  // namespace stockham::tools
