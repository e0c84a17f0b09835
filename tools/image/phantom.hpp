// The Shepp-Logan phantom: as a picture, and as its Fourier transform in closed form.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "image/plane.hpp"

namespace stockham::tools {

/// The phantom in the square -1 .. 1, black 0 and white 1, n x n pixels; each pixel is the mean of `samples` x
/// `samples` points in it.
real_plane phantom_picture(std::size_t n, unsigned samples);

/// The phantom's transform at the frequencies of an n x n picture, in closed form, in the order that an inverse
/// transform with scale 1/n^2 turns into the phantom at the pixels' middles, blurred by a Gaussian of `blur` pixels.
plane phantom_k_space(std::size_t n, double blur);

/// What a rebuilt phantom is compared with: only pixels with no edge of any ellipse in the square of `margin` pixels
/// around them count.
struct phantom_comparison {
    double relative_error = 0;  ///< sqrt(sum |rebuilt - phantom|^2 / sum phantom^2)
    double share = 0;           ///< of the pixels that counted
};
phantom_comparison compare_with_phantom(const plane& rebuilt, std::size_t margin);

/// Blur and margin of the check: at six times the blur from an edge a Gaussian leaves 1e-9 of it, and at the highest
/// frequency it has fallen to 3e-9, so that nothing rings.
constexpr double phantom_blur = 2;
constexpr std::size_t phantom_margin = 12;
constexpr double phantom_bound = 1e-6;

/// Reads "phantom" or "phantom:N": the size, or 0 if `text` is neither. Throws usage_error for an absurd N.
std::size_t phantom_size(const std::string& text);

constexpr std::size_t default_phantom_size = 512;
constexpr std::size_t largest_phantom = 8192;

}  // namespace stockham::tools
