// In-place transposes of packed matrices: square ones swap tiles, others permute lines.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <stockham/device.hpp>
#include <stockham/transpose.hpp>

#include "launch/launch.hpp"

namespace stockham::internal {

/// Transposes each of `batch` packed matrices of `rows` rows and `columns` columns.
struct in_place_transpose {
    stockham::element element = stockham::element::complex_f32;
    std::uint64_t rows = 1;
    std::uint64_t columns = 1;
    std::uint64_t batch = 1;
};

/// The launches of a transpose on a device.
struct transpose_plan {
    std::vector<launch> launches;       ///< one to three; none for a single row or column, where nothing moves
    std::uint64_t workspace_bytes = 0;  ///< one row per work-group if a row does not fit into local memory
    std::string text;                   ///< readable description, one step per line
};

/// All launches use buffer::input.
transpose_plan plan_in_place(const in_place_transpose&, const device_description&);

}  // namespace stockham::internal
