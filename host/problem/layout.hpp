// Both sides of a transform: their layouts, with defaults filled in, and their lengths.
#pragma once

#include <cstddef>
#include <vector>

#include <stockham/transform.hpp>

namespace stockham::internal {

enum class side { input, output };

const layout& given_layout(const transform&, side);
bool is_real(const transform&, side);

/// As input_lengths() and output_lengths().
std::vector<std::size_t> lengths_of(const transform&, side);

/// The lengths that packed layouts allocate: in place, the last axis of a real side has room for the complex side.
std::vector<std::size_t> room_of(const transform&, side);

/// The layout, with packed strides and distance where the user left them out. The lengths must have been checked.
layout complete(const transform&, side);

}  // namespace stockham::internal
