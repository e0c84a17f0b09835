// The two sides of a transform: their layouts, with the defaults filled in, and their lengths.
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

/// The lengths for which packed layouts have room: in place, a real side's last axis has that of the complex side.
std::vector<std::size_t> room_of(const transform&, side);

/// The layout with packed strides and distance where the user left them out. The transform's lengths must be checked.
layout complete(const transform&, side);

}  // namespace stockham::internal
