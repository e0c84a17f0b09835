// Pictures for the eye: an input, its spectrum and an output side by side.
#pragma once

#include <vector>

#include "engine.hpp"
#include "image/picture.hpp"
#include "image/plane.hpp"

namespace stockham::tools {

/// A picture as 8-bit RGB. Floating-point pictures are normalised; alpha is left out. Channels that are no
/// RGB are shown as their mean.
picture shown(const picture& image);

/// The spectrum of a picture's luminance as `stockham spectrum` paints it. `gains`, if not empty, are those of a filter
/// for the half spectrum: a red outline separates gains above and below 1/2.
picture painted_spectrum(const engine& e, const picture& input, const std::vector<double>& gains = {});

/// Non-negative numbers in decibels, from 80 below the largest one to it, painted.
picture painted_power(const planes_of<double>& power);

/// Pictures of 8-bit RGB and one height side by side, with a white gap between them.
picture side_by_side(const std::vector<picture>& parts);

}  // namespace stockham::tools
