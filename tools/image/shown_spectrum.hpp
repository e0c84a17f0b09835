// A spectrum as values from 0 to 1 that a colour map paints, with the zero frequency in the middle.
#pragma once

#include <complex>
#include <cstddef>

#include "image/colour_map.hpp"
#include "image/plane.hpp"
#include "image/spectral_planes.hpp"

namespace stockham::tools {

/// The points of a whole spectrum, which is stored whole or as the half spectrum of a real plane. The owner of the
/// points must outlive it.
class spectrum_view {
  public:
    spectrum_view(const plane& whole)
        : points_(whole.values.data()), width_(whole.width), height_(whole.height), columns_(whole.width) {}
    spectrum_view(const spectral_planes<float>& half)
        : points_(half.spectrum_row(0, 0)), width_(half.width()), height_(half.height()), columns_(half.columns()) {}

    std::size_t width() const noexcept { return width_; }
    std::size_t height() const noexcept { return height_; }

    std::complex<float> at(std::size_t row, std::size_t column) const {
        if (column < columns_) return points_[row * columns_ + column];
        return std::conj(points_[(row == 0 ? 0 : height_ - row) * columns_ + (width_ - column)]);
    }

  private:
    const std::complex<float>* points_;
    std::size_t width_, height_, columns_;
};

// The owner of the spectrum must outlive these functions' results.

/// log(1 + 1024 |F| / sqrt(number of points)), scaled to 0 .. 1. The factor maps magnitudes below the resolution of 8
/// bits to the dark end; the highest thousandth of the points is 1.
value_rows log_magnitude(const spectrum_view& spectrum);

/// The magnitudes in decibels below the largest one, scaled so that `low` is 0 and `high` is 1, and cut to that range.
value_rows decibel_share(const spectrum_view& spectrum, double low, double high);

/// The phase of each number in turns, 0 to below 1. Phases are relative to the centre of the picture: relative to its
/// corner, neighbours would differ by half a turn.
value_rows phase_share(const spectrum_view& spectrum);

}  // namespace stockham::tools
