// The convolution that a pass computes between its forward and its inverse stages.
#pragma once

#include <cstdint>
#include <optional>

#include "base/tables/twiddle_table.hpp"
#include "cl/index.h"

namespace stockham::internal {

/// Multiplication by a spectrum, Bluestein's filter or the user's, followed by the inverse transform.
struct spectrum_factor {
    std::optional<twiddle_table> filter;  ///< empty: buffer::spectrum
    pass_index::spectrum_growth growth{};
    bool conjugated = false;
    unsigned after = 0;  ///< the stage whose outputs are multiplied
};

/// The tile dimension that is transformed by a convolution (decompose/digit_convolution.hpp); memory holds `points`
/// of its points. If it is `permuted` and contiguous, separate stages copy it in and out (`copied`), so that only local
/// memory is accessed in permuted order.
///
/// A permuted dimension is `whole` if its pass also transforms another digit of the axis, or whole real lines: the tile
/// holds all its points, and the stages along it transform those from 1 on, which they take in permuted order from
/// local memory.
struct convolved_dim {
    unsigned dim = 0;
    std::uint64_t points = 1;
    bool permuted = false;
    bool copied = false;
    bool whole = false;
};

/// Without a factor, the pass is no convolution. With `digit`, the convolution is the transform of that dimension by
/// Rader's algorithm (permuted) or Bluestein's; without, it is the user's.
struct pass_convolution {
    std::optional<spectrum_factor> factor;
    std::optional<convolved_dim> digit;  ///< only with a factor

    /// True if the outputs of stage k are multiplied.
    bool multiplies_after(std::size_t k) const { return factor && factor->after == k; }
    /// True if stage k belongs to the inverse transform.
    bool is_mirrored(std::size_t k) const { return factor && k > factor->after; }

    bool permuted() const { return digit && digit->permuted; }
    bool copied() const { return digit && digit->copied; }
    bool whole() const { return digit && digit->whole; }
    /// True if the tile holds all points along a dimension, but the convolution covers only those from 1 on.
    bool skips_point_zero(std::size_t dim) const { return whole() && digit->dim == dim; }

    /// True if global memory is accessed in the order of the digit's points.
    bool loads_digit() const { return digit && !digit->whole; }
    bool stores_digit() const { return digit && !(digit->whole && digit->copied); }
    /// Points in memory along a dimension with n points in the tile.
    std::uint64_t points_in_memory(unsigned dim, std::uint64_t n) const {
        return digit && digit->dim == dim ? digit->points : n;
    }
};

}  // namespace stockham::internal
