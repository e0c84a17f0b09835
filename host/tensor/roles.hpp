// What the axes of a transform become: their own transform, a longer one with chirps, half of one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "tensor/problem.hpp"

namespace stockham {

/// The length that is transformed along an axis of a (checked) transform, and the axis's role.
std::pair<std::uint64_t, axis_role> role_of(const transform&, std::size_t axis);

}  // namespace stockham
