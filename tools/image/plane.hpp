// Planes of real or complex numbers, and their conversion from and to pictures.
#pragma once

#include <complex>
#include <cstddef>
#include <string>
#include <vector>

#include "image/picture.hpp"

namespace stockham::tools {

/// `count` consecutive planes of the same size.
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

/// A picture's luminance, black 0 and white 1: Rec. 709 weights of the samples as stored. Alpha is ignored.
real_plane luminance(const picture& image);

/// The colour channels of a picture, one plane each, in levels; without alpha.
real_plane take_channels(const picture& image);

/// The number of samples that were clipped to black or white.
struct clipped_samples {
    std::size_t count = 0;
    std::size_t of = 0;  ///< all samples
};

/// Sets the colour channels of a picture to the planes plus `offset`, clipped to black and white; alpha is kept.
/// Samples that are out of range only by rounding are not counted as clipped.
clipped_samples put_channels(const real_plane& channels, float offset, picture& image);

/// The elements of a 2-D .npy array of any type, divided by their largest magnitude. Throws job_error.
plane decode_plane(const std::vector<std::uint8_t>& bytes, const std::string& name,
                   std::size_t max_pixels = default_max_pixels);

/// log(1 + 1024 |F| / sqrt(number of points)), scaled to 0 .. 1, with the zero frequency in the middle. The factor maps
/// magnitudes below the resolution of 8 bits to the dark end; the highest thousandth of the points is 1.
std::vector<float> log_magnitude(const plane& spectrum);

/// The phase of each number in turns, 0 to below 1, with the zero frequency in the middle. Phases are relative to the
/// centre of the picture: relative to its corner, neighbours would differ by half a turn.
std::vector<float> phase_share(const plane& spectrum);

}  // namespace stockham::tools
