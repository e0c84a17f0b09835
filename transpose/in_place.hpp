// Transposes of packed matrices in place, as steps: square ones by swaps of tiles, others by shuffles of lines.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <stockham/device.hpp>
#include <stockham/transpose.hpp>

#include "launch/launch.hpp"

namespace stockham::internal {

/// Turns each of `batch` packed matrices of `rows` rows and `columns` columns into `columns` rows of `rows`.
struct in_place_transpose {
    stockham::element element = stockham::element::complex_f32;
    std::uint64_t rows = 1;
    std::uint64_t columns = 1;
    std::uint64_t batch = 1;
};

/// What a transpose becomes on a device.
struct transpose_plan {
    std::vector<launch> launches;       ///< none for a matrix of one row or column: nothing moves; else one to three
    std::uint64_t workspace_bytes = 0;  ///< one row for each work-group where a row does not fit the local memory
    std::string text;                   ///< the steps, one a line, for people
};

/// All launches work on buffer::input.
transpose_plan plan_in_place(const in_place_transpose&, const device_description&);

}  // namespace stockham::internal
