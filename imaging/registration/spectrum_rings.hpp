// Half spectra divided into rings of equal frequency.
#pragma once

#include <cstddef>
#include <vector>

#include "imaging/base/device_work.hpp"

namespace stockham::imaging_internal {

/// The rings of half spectra of pictures of one size. The ring of a point is its distance from the zero frequency in
/// cycles per point, times the longer side, rounded.
class spectrum_rings {
  public:
    /// Sums over the points z of a ring: |z|, |z|^2 and Re z; then the same sums over the full spectrum.
    enum sum { magnitudes, squares, reals, all_magnitudes, all_squares, all_reals, unused, sums_end = 8 };

    spectrum_rings(device_work&, std::size_t height, std::size_t width);

    std::size_t size() const noexcept { return size_; }
    cl_mem of_points() const noexcept { return of_point_.get(); }  ///< the ring of each point, cl_uint
    /// Points of the half spectrum in each ring.
    const std::vector<double>& points() const noexcept { return points_; }

    /// The sums of `count` arrays {height, width / 2 + 1} of complex numbers: {count, rings, 8}.
    device_array sums(const device_array& values, std::size_t count) const;

  private:
    device_work& work_;
    std::size_t height_, width_, size_;
    device_buffer of_point_;
    std::vector<double> points_;
};

}  // namespace stockham::imaging_internal
