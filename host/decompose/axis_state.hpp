// The state of an axis between two passes: its transformed digits and the order of its points.
#pragma once

#include <cstdint>
#include <vector>

#include "decompose/sequences.hpp"

namespace stockham::internal {

/// Before its first pass and after its last one, an axis is whole: a row of `points`. In between, it is split into
/// digits of `sizes`, the first `sorted` of which are fastest and in the output's order, the others in the input's
/// order. A digit that holds half a spectrum has size n / 2 + 1.
struct axis_state {
    bool whole = true;
    bool transformed = false;  ///< whole, between the passes of a convolved axis of one digit
    bool finished = false;
    std::uint64_t points = 1;  ///< if whole
    std::vector<std::uint64_t> sizes;
    std::size_t sorted = 0;

    /// Points in memory.
    std::uint64_t extent() const;
};

/// The states of an axis before the first pass and after each pass.
std::vector<axis_state> states_of(const problem&, const pass_sequence&, std::size_t axis);

/// The stride of a digit in points. `digits` are the full lengths, which apply to a whole axis.
std::uint64_t stride_in(const axis_state&, const std::vector<std::uint64_t>& digits, std::size_t digit,
                        bool is_convolved);

std::uint64_t product(const std::vector<std::uint64_t>& v, std::size_t begin, std::size_t end);

}  // namespace stockham::internal
