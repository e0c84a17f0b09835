// One side of a pass: the buffer, its numbers, and where an axis' points lie in it.
#pragma once

#include <cstdint>
#include <optional>

#include "base/tables/twiddle_table.hpp"
#include "cl/index.h"
#include "launch/buffer.hpp"
#include "problem/form.hpp"

namespace stockham::internal {

/// How an axis lies on one side of a pass where its points are not simply where its strides say (struct axis_map).
struct mapping {
    pass_index::axis_map numbers{};
    pass_index::axis_growth growth{};
    bool hermitian = false;  ///< Hermitian: only points 0 .. n / 2 are in memory
    std::optional<chirp> chirped;
};

/// One side of a pass (see cl/access/).
struct pass_side {
    buffer where = buffer::input;
    std::uint64_t offset = 0;
    memory_form form = {};
    bool swapped = false;  ///< the data are an inverse transform's: real and imaginary parts change places
    bool inverse = false;  ///< the chain is the inverse one of a convolution here
    bool packed = false;   ///< here a transformed line of n points has n + 1, those of twice as many real numbers
    std::optional<mapping> mapped = {};
    bool shared = false;  ///< windows of the user's input overlap: its elements are read several times

    bool is_plain() const { return form == memory_form{} && !mapped && !packed; }
};

}  // namespace stockham::internal
