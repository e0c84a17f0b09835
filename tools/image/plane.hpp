// Planes of numbers: what a picture becomes on its way to the device and back.
#pragma once

#include <complex>
#include <cstddef>
#include <string>
#include <vector>

#include "image/picture.hpp"

namespace stockham::tools {

/// Planes of one size, one behind the other.
template <class T>
struct planes_of {
    std::size_t width = 0;
    std::size_t height = 0;
    std::size_t count = 1;
    std::vector<T> values;  ///< row by row

    planes_of() = default;
    planes_of(std::size_t w, std::size_t h, std::size_t n = 1) : width(w), height(h), count(n), values(w * h * n) {}
};

using plane = planes_of<std::complex<float>>;
using real_plane = planes_of<float>;

/// A picture's luminance (Rec. 709 weights of the samples as stored), black 0 and white 1. Alpha does not count.
real_plane luminance(const picture& image);

/// The channels of a picture but its alpha, a plane each, in levels.
real_plane take_channels(const picture& image);

/// How many of a picture's samples were beyond black or white before they became that.
struct clipped_samples {
    std::size_t count = 0;
    std::size_t of = 0;
};

/// Makes the levels of a picture's channels but its alpha from planes, adding `offset`; what is beyond black or white
/// becomes that. Samples that rounding brings back count as within.
clipped_samples put_channels(const real_plane& channels, float offset, picture& image);

/// The numbers of a 2-D .npy array of any type, divided by the largest magnitude. Throws job_error.
plane decode_plane(const std::vector<std::uint8_t>& bytes, const std::string& name,
                   std::size_t max_pixels = default_max_pixels);

/// The logarithm of 1 + 1024 |F| / sqrt(number of points), scaled to 0 .. 1, with the zero frequency in the middle. The
/// factor puts what a picture of 8 bits cannot tell from nothing to the dark end; 1 is where the highest thousandth of
/// the points starts.
std::vector<float> log_magnitude(const plane& spectrum);

/// The angle of each number as a share of the circle, 0 up to 1, with the zero frequency in the middle, seen from the
/// middle of the picture: from its corner, neighbours would differ by half a circle.
std::vector<float> phase_share(const plane& spectrum);

}  // namespace stockham::tools
