// Pictures for the eye: an input, its spectrum and an output side by side.
#pragma once

#include <functional>
#include <vector>

#include <stockham/imaging/spectrum.hpp>

#include "engine.hpp"
#include "image/picture.hpp"
#include "image/plane.hpp"

namespace stockham::tools {

/// A picture as 8-bit RGB. Floating-point pictures are normalised; alpha is left out. Channels that are no
/// RGB are shown as their mean.
picture shown(const picture& image);

/// What imaging::spectrum() computes of a plane.
real_plane spectrum_of(const engine& e, const real_plane& p, const imaging::spectrum_options& options = {});

/// The gain of a filter at (u, v), in cycles per pixel.
using gain_function = std::function<double(double u, double v)>;

/// The spectrum of a picture's luminance as `stockham spectrum` paints it. With the gain of a filter, a red outline
/// separates gains above and below 1/2.
picture painted_spectrum(const engine& e, const picture& input, const gain_function& gain = {});

/// Non-negative numbers in decibels, from 80 below the largest one to it, painted.
picture painted_power(const planes_of<double>& power);

/// Pictures of 8-bit RGB and one height side by side, with a white gap between them.
picture side_by_side(const std::vector<picture>& parts);

}  // namespace stockham::tools
