// Colour maps with perceptually uniform steps.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
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

/// Writes the `width` values of row y of a picture.
using value_rows = std::function<void(std::size_t y, float* row)>;

/// An 8-bit grey or RGB picture of values from 0 to 1. Colours are continuous in the value: a tiny difference changes a
/// sample by at most one level.
picture paint(const value_rows& values, std::size_t width, std::size_t height, colour_map map);
/// The same of values in memory, row by row.
picture paint(const std::vector<float>& values, std::size_t width, std::size_t height, colour_map map);

}  // namespace stockham::tools
