// The frequencies of a transform's points. Rings are computed in integers, so that symmetric points fall into the same
// ring.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stockham::tools {

/// The frequency of index k of n points, in cycles per point: k / n, or (k - n) / n in the upper half. Both are rounded
/// to the nearest double, so the frequencies of k and n - k differ only in sign.
double frequency(std::size_t k, std::size_t n);

/// Rings around the zero frequency of a plane, one bin of the longer side wide. Ring r has the points with a radius of
/// at least r - 1/2 and less than r + 1/2 bins, compared as integers. The constructor throws job_error for a plane of
/// more than 2^31 points, for which the squares would overflow 64 bits.
class frequency_rings {
  public:
    frequency_rings(std::size_t width, std::size_t height);

    /// The ring of row y and column x of the spectrum.
    std::size_t ring(std::size_t y, std::size_t x) const;

    /// The number of rings.
    std::size_t count() const { return longer_ + 1; }

  private:
    std::size_t width_, height_;
    std::size_t shorter_, longer_;
};

}  // namespace stockham::tools
