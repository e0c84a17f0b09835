// A plane of complex numbers: what a picture becomes on its way to the device and back.
#pragma once

#include <complex>
#include <cstddef>
#include <string>
#include <vector>

#include "picture.hpp"

namespace stockham::tools {

struct plane {
    std::size_t width = 0;
    std::size_t height = 0;
    std::vector<std::complex<float>> values;  ///< row by row

    plane() = default;
    plane(std::size_t w, std::size_t h) : width(w), height(h), values(w * h) {}
};

/// A picture's luminance (Rec. 709 weights of the samples as stored), black 0 and white 1. Alpha does not count.
plane luminance(const picture& image);

/// The numbers of a 2-D .npy array of any type, divided by the largest magnitude. Throws job_error.
plane decode_plane(const std::vector<std::uint8_t>& bytes, const std::string& name);

/// The plane in the upper left corner of one of the next powers of two, zeros elsewhere.
plane zero_padded(const plane& p);

/// Says on stderr that a picture was padded, if it was.
void report_padding(std::size_t width, std::size_t height);

/// The logarithm of 1 + 1024 |F| / sqrt(number of points), scaled to 0 .. 1, with the zero frequency in the middle. The
/// factor puts what a picture of 8 bits cannot tell from nothing to the dark end; 1 is where the highest thousandth of
/// the points starts.
std::vector<float> log_magnitude(const plane& spectrum);

/// The angle of each number as a share of the circle, 0 up to 1, with the zero frequency in the middle, seen from the
/// middle of the picture: from its corner, neighbours would differ by half a circle.
std::vector<float> phase_share(const plane& spectrum);

}  // namespace stockham::tools
