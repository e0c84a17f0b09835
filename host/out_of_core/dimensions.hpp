// An array as nested dimensions: the axes of a transform and its loops.
#pragma once

#include <cstddef>
#include <vector>

#include <stockham/transform.hpp>

#include "out_of_core/trip.hpp"

namespace stockham::internal {

constexpr std::size_t no_axis = ~std::size_t{0};

struct array_dimension {
    strided input, output;
    std::size_t axis = no_axis;  ///< of the transform; no_axis: a loop
};

struct array_dimensions {
    std::vector<array_dimension> all;  ///< slowest first
    std::size_t input_offset = 0, output_offset = 0;
};

/// Throws unsupported_error (rule "out of core") if the dimensions are not nested, or not in the same order on both
/// sides.
array_dimensions dimensions_of(const transform&);

}  // namespace stockham::internal
