// Colour maps with perceptually uniform steps.
#pragma once

#include <array>
#include <vector>

#include "image/picture.hpp"

namespace stockham::tools {

/// Gamma-encoded red, green and blue, 0 to 1.
using colour = std::array<double, 3>;

/// From dark violet over blue and green to light yellow; the lightness is linear in t, 0 to 1.
colour sequential_colour(double t);

/// All hues at constant lightness: t = 0 and t = 1 are the same colour.
colour cyclic_colour(double t);

enum class colour_map { grey, sequential, cyclic };

/// An 8-bit grey or RGB picture of `values` (0 to 1, row by row). Colours are continuous in the value: a tiny
/// difference changes a sample by at most one level.
picture paint(const std::vector<float>& values, std::size_t width, std::size_t height, colour_map map);

}  // namespace stockham::tools
