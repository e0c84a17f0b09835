// How far an axis has come between two passes, and how its points lie there.
#pragma once

#include <cstdint>
#include <vector>

#include "plan/passes/rules.hpp"

namespace stockham::internal {

/// An axis before its first pass or after its last one is whole: `points` of it lie in a row. In between it is split:
/// its digits have `sizes` (a Hermitian digit that is to be, or was, transformed from or into real numbers: half of its
/// points and one); the first `sorted` of them lie fastest, as in the output, the others as in the input.
struct axis_state {
    bool whole = true;
    bool transformed = false;  ///< whole, of a convolution whose axis is one digit: between its passes
    bool finished = false;
    std::uint64_t points = 1;  ///< whole
    std::vector<std::uint64_t> sizes;
    std::size_t sorted = 0;

    /// Points that it has in memory.
    std::uint64_t extent() const;
};

/// The states of an axis before the first pass and after each pass.
std::vector<axis_state> states_of(const problem&, const pass_sequence&, std::size_t axis);

/// Points between neighbours of a digit in a state; `digits` are the full lengths, which a whole axis has.
std::uint64_t stride_in(const axis_state&, const std::vector<std::uint64_t>& digits, std::size_t digit,
                        bool is_convolved);

std::uint64_t product(const std::vector<std::uint64_t>& v, std::size_t begin, std::size_t end);

}  // namespace stockham::internal
