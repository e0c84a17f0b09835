// The frequencies of a transform's points, from their indices: integers as long as possible, so that points that lie
// alike on a bin or on a ring are treated alike.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stockham::tools {

/// The frequency of index k of n points, in cycles per point: k / n, or (k - n) / n in the upper half. Each is the
/// nearest double, so the frequencies of k and n - k differ in nothing but the sign.
double frequency(std::size_t k, std::size_t n);

/// Rings around the zero frequency of a plane, as wide as a bin of its longer side: ring r has the points whose radius
/// in such bins is at least r - 1/2 and less than r + 1/2, compared as integers. Throws job_error for a plane of more
/// than 2^31 points, whose squares have more than 64 bits.
class frequency_rings {
  public:
    frequency_rings(std::size_t width, std::size_t height);

    /// Of row y and column x of the spectrum.
    std::size_t ring(std::size_t y, std::size_t x) const;

    /// How many rings there are.
    std::size_t count() const { return longer_ + 1; }

  private:
    std::size_t width_, height_;
    std::size_t shorter_, longer_;
};

}  // namespace stockham::tools
