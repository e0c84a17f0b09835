// A frame with frequencies around the picture of a spectrum.
#pragma once

#include <string>

#include "image/picture.hpp"

namespace stockham::tools {

/// The picture as 8-bit RGB within a white margin. Ticks at the frequencies -0.5, -0.25, 0, 0.25 and 0.5 cycles per
/// pixel are labelled on the left (v, downward) and below (u), as far as the labels have room. The zero frequency is
/// pixel n / 2 (rounded down) of n.
picture with_frequency_axes(const picture& spectrum);

/// The values along an axis of a picture: those of its first and last pixel, and their unit ("s", "Hz" or "kHz").
struct value_axis {
    double first = 0;
    double last = 0;
    std::string unit;
};

/// The picture within a margin with ticks at round values: `down` belongs to the rows from the top, `across` to the
/// columns.
picture with_value_axes(const picture& image, const value_axis& down, const value_axis& across);

}  // namespace stockham::tools
