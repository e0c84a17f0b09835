// The Shepp-Logan phantom as a picture, and its Fourier transform in closed form.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "image/plane.hpp"

namespace stockham::tools {

/// The phantom in the square [-1, 1]^2, black 0 and white 1, as n x n pixels. Each pixel is the mean of `samples` x
/// `samples` points.
real_plane phantom_picture(std::size_t n, unsigned samples);

/// The phantom's Fourier transform in closed form at the frequencies of an n x n picture. An inverse transform with
/// scale 1/n^2 gives the phantom at the pixel centres, blurred by a Gaussian with a deviation of `blur` pixels.
plane phantom_k_space(std::size_t n, double blur);

/// The comparison of a rebuilt phantom with the exact one. A pixel counts if no edge of an ellipse is within `margin`
/// rows and columns.
struct phantom_comparison {
    double relative_error = 0;  ///< sqrt(sum |rebuilt - phantom|^2 / sum phantom^2)
    double share = 0;           ///< share of the pixels that counted
};
phantom_comparison compare_with_phantom(const plane& rebuilt, std::size_t margin);

/// Blur and margin of the check, in pixels. At six times the blur from an edge, 1e-9 of the edge remains. At the
/// highest frequency the Gaussian has fallen to 3e-9, which avoids ringing.
constexpr double phantom_blur = 2;
constexpr std::size_t phantom_margin = 12;
constexpr double phantom_bound = 1e-6;

/// The size given by "phantom" or "phantom:N", or 0 for another text. Throws usage_error if N is not in 1 ..
/// largest_phantom.
std::size_t phantom_size(const std::string& text);

constexpr std::size_t default_phantom_size = 512;
constexpr std::size_t largest_phantom = 8192;

}  // namespace stockham::tools
