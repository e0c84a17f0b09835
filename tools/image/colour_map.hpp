// Numbers to colours: maps whose steps look equally large to people, computed in a perceptual colour space.
#pragma once

#include <array>
#include <vector>

#include "image/picture.hpp"

namespace stockham::tools {

/// Red, green and blue as a screen takes them, 0 to 1.
using colour = std::array<double, 3>;

/// From dark violet over blue and green to light yellow, lightness rising evenly with t from 0 to 1.
colour sequential_colour(double t);

/// Once around the hues at one lightness: t = 0 and t = 1 are the same colour.
colour cyclic_colour(double t);

enum class colour_map { grey, sequential, cyclic };

/// A picture of 8 bits with `values` (0 to 1, row by row) as grey or RGB. Colours change continuously with the value,
/// so a tiny difference of a value moves a sample by one level at most.
picture paint(const std::vector<float>& values, std::size_t width, std::size_t height, colour_map map);

}  // namespace stockham::tools
