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

/// Planes within the memory of another object, which must outlive this one.
template <class T>
struct plane_rows {
    const T* first;
    std::size_t width, height, count;
    std::size_t row_stride;    ///< elements from one row to the next
    std::size_t plane_stride;  ///< elements from one plane to the next

    plane_rows(const T* values, std::size_t w, std::size_t h, std::size_t n, std::size_t row, std::size_t plane)
        : first(values), width(w), height(h), count(n), row_stride(row), plane_stride(plane) {}
    plane_rows(const planes_of<T>& p) : plane_rows(p.values.data(), p.width, p.height, p.count, p.width, 0) {
        plane_stride = p.width * p.height;
    }

    const T* row(std::size_t plane, std::size_t y) const { return first + plane * plane_stride + y * row_stride; }
};

/// Writes row y of a picture's luminance: Rec. 709 weights of RGB as stored, else the mean of the channels. Of an
/// integer type, black is 0 and white 1; floating-point samples keep their scale. Alpha is ignored, and so are further
/// channels of RGB.
template <class T>
void take_luminance(const picture& image, std::size_t y, T* row);

/// Writes row y of a colour channel, in levels.
template <class T>
void take_channel(const picture& image, std::size_t channel, std::size_t y, T* row);

/// The divisor that makes the magnitudes of a picture's luminance 1 at most: the largest magnitude of floating-point
/// samples, and 1 for integers and for zeros.
double luminance_unit(const picture& image);

/// The luminance of a whole picture.
template <class T = float>
planes_of<T> luminance(const picture& image);

/// The luminance divided by luminance_unit().
real_plane scaled_luminance(const picture& image);

/// The colour channels of a picture, one plane each, in levels; without alpha.
template <class T = float>
planes_of<T> take_channels(const picture& image);

/// The elements of a 2-D .npy array of any type, divided by their largest magnitude. Throws job_error.
plane decode_plane(const std::vector<std::uint8_t>& bytes, const std::string& name,
                   std::size_t max_pixels = default_max_pixels);

}  // namespace stockham::tools
