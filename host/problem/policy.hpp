// How an algorithm that is demanded by name restricts the plans of a problem.
#pragma once

#include <cstdint>

namespace stockham::internal {

struct planning_policy {
    /// Each axis ends up in bit-reversed order: point k of the output is X[the bits of k reversed].
    bool bit_reversed = false;
    bool interleaves = false;       ///< digits of different axes may be in any order
    std::uint64_t least_digit = 1;  ///< shorter digits are not allowed
};

}  // namespace stockham::internal
