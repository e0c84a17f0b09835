// A frame with frequencies around the picture of a spectrum.
#pragma once

#include "image/picture.hpp"

namespace stockham::tools {

/// The picture as 8-bit RGB within a white margin. Ticks at the frequencies -0.5, -0.25, 0, 0.25 and 0.5 cycles per
/// pixel are labelled on the left (v, downward) and below (u), as far as the labels have room. The zero frequency is
/// pixel n / 2 (rounded down) of n.
picture with_frequency_axes(const picture& spectrum);

}  // namespace stockham::tools
