// What the axes of a transform become: their own transform, a longer one with chirps, half of one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "problem/problem.hpp"

namespace stockham::internal {

/// The length that is transformed along an axis of a (checked) transform, and the axis's role. An axis that is
/// transformed as it is has its own length, whatever its prime factors.
std::pair<std::uint64_t, axis_role> role_of(const transform&, std::size_t axis);

/// Makes the axis go to a spectrum and back, over all its passes: w_n^(j k) = c_j c_k conj(c_(k - j)) with
/// c_j = w_(2 n)^(j^2) is a convolution between two chirps (Bluestein 1970). Returns the length that is transformed.
std::uint64_t go_there_and_back(axis_role&, precision);

}  // namespace stockham::internal
