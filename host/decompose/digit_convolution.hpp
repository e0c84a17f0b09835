// Digits without a chain of radices.
#pragma once

#include <cstdint>
#include <optional>

#include "base/tables/twiddle_table.hpp"

namespace stockham::internal {

/// How one pass transforms such a digit: as a circular convolution of `length` points, which replace the digit in the
/// tile. They are transformed, multiplied by `filter`, and transformed again. The second transform is forward, too, so
/// either the input or the output is in reversed order.
///
/// For a prime length p, points 1 .. p - 1 in the order of the powers of a primitive root are a convolution of p - 1
/// points (Rader 1968), used if p - 1 has a chain. Other lengths need about twice as many points (Bluestein 1970).
struct digit_convolution {
    std::uint64_t points = 1;  ///< of the digit
    std::uint64_t length = 1;
    twiddle_table filter;
    std::optional<chirp> weights;  ///< of Bluestein's algorithm, for inputs and outputs

    bool permuted() const { return !weights; }
};

/// The convolution for a digit; empty if the digit has a chain of radices.
std::optional<digit_convolution> convolution_of(std::uint64_t digit, precision);

/// The points that a tile holds for a digit: its own, or those of its convolution.
std::uint64_t tile_points(std::uint64_t digit);

}  // namespace stockham::internal
