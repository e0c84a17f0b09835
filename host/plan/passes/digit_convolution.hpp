// Digits that no chain of radices makes up.
#pragma once

#include <cstdint>
#include <optional>

#include "base/tables/twiddle_table.hpp"

namespace stockham::internal {

/// How one pass transforms such a digit: as a circular convolution of `length` points, which the tile holds in the
/// digit's place. They are transformed, multiplied by `filter`, and transformed once more; the second transform being a
/// forward one, too, what goes in or comes out is in the opposite order.
///
/// Of a prime length, the points but the first, in the order of the powers of a primitive root, are a convolution of
/// one point less (Rader 1968), if that has a chain. All others take at least twice the points (Bluestein 1970).
struct digit_convolution {
    std::uint64_t points = 1;  ///< of the digit
    std::uint64_t length = 1;
    twiddle_table filter;
    std::optional<chirp> weights;  ///< of Bluestein's algorithm, on either side

    bool permuted() const { return !weights; }
};

/// None where a chain of radices does it.
std::optional<digit_convolution> convolution_of(std::uint64_t digit, precision);

/// What a tile holds of a digit: its own points, or those of its convolution.
std::uint64_t tile_points(std::uint64_t digit);

}  // namespace stockham::internal
