// Hann's window, against the edges of pictures.
#pragma once

#include <vector>

#include "image/plane.hpp"

namespace stockham::tools {

/// The window of n points, symmetric, above 0 everywhere.
std::vector<double> hann(std::size_t n);

/// The plane without its mean (weighted by the window, so that nothing is left at the zero frequency), times the window
/// along both axes.
real_plane windowed(const real_plane& p, const std::vector<double>& down, const std::vector<double>& across);

}  // namespace stockham::tools
