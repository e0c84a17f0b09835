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

/// Complex planes in the precision T.
template <class T>
using complex_planes = planes_of<std::complex<T>>;

using plane = complex_planes<float>;
using real_plane = planes_of<float>;

/// A picture's luminance: Rec. 709 weights of the samples as stored. Of an integer type, black is 0 and white 1;
/// floating-point samples keep their scale. Alpha is ignored.
template <class T = float>
planes_of<T> luminance(const picture& image);

/// The luminance with values of magnitude 1 at most: floating-point samples are divided by their largest magnitude.
real_plane scaled_luminance(const picture& image);

/// The colour channels of a picture, one plane each, in levels; without alpha.
template <class T = float>
planes_of<T> take_channels(const picture& image);

/// The elements of a 2-D .npy array of any type, divided by their largest magnitude. Throws job_error.
plane decode_plane(const std::vector<std::uint8_t>& bytes, const std::string& name,
                   std::size_t max_pixels = default_max_pixels);

/// log(1 + 1024 |F| / sqrt(number of points)), scaled to 0 .. 1, with the zero frequency in the middle. The factor maps
/// magnitudes below the resolution of 8 bits to the dark end; the highest thousandth of the points is 1.
std::vector<float> log_magnitude(const plane& spectrum);

/// The magnitudes in decibels below the largest one, scaled so that `low` is 0 and `high` is 1, and cut to that range;
/// the zero frequency is in the middle.
std::vector<float> decibel_share(const plane& spectrum, double low, double high);

/// The phase of each number in turns, 0 to below 1, with the zero frequency in the middle. Phases are relative to the
/// centre of the picture: relative to its corner, neighbours would differ by half a turn.
std::vector<float> phase_share(const plane& spectrum);

}  // namespace stockham::tools
