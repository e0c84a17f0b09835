// One side of a pass: its buffer, the form of its numbers, and the mapping of an axis.
#pragma once

#include <cstdint>
#include <optional>

#include "base/tables/twiddle_table.hpp"
#include "cl/index.h"
#include "launch/buffer.hpp"
#include "problem/form.hpp"

namespace stockham::internal {

/// How an axis is stored on one side of a pass, if not with a plain stride (struct axis_map).
struct mapping {
    pass_index::axis_map numbers{};
    pass_index::axis_growth growth{};
    bool hermitian = false;  ///< memory only holds points 0 .. n / 2 of a Hermitian axis
    bool folded = false;     ///< memory holds the even points, then the odd ones from the last to the first (axis_role)
    /// Points of the axis that are their own conjugates, 0 and n / 2, count as real. `real_periods` restricts that for
    /// the other axes that the pass transforms (is_own_conjugate_beside()).
    bool real_ends = false;
    pass_index::coordinate real_periods{};
    std::optional<chirp> chirped;
};

/// One side of a pass (see cl/access/).
struct pass_side {
    buffer where = buffer::input;
    std::uint64_t offset = 0;
    memory_form form = {};
    bool swapped = false;    ///< real and imaginary parts are swapped, for an inverse transform
    bool inverse = false;    ///< this side belongs to the inverse transform of a convolution
    bool packed = false;     ///< a line of n points has n + 1 here, the half spectrum of 2 n real numbers
    std::uint64_t held = 0;  ///< of a packed side: the points of the half spectrum that are not zero, or wanted
    std::optional<mapping> mapped = {};
    bool shared = false;  ///< windows of the input overlap, so elements are read several times

    bool is_plain() const { return form == memory_form{} && !mapped && !packed; }
};

}  // namespace stockham::internal
