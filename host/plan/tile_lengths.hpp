// Lengths of Bluestein's algorithm that suit the passes better than the shortest ones.
#pragma once

#include <cstdint>
#include <vector>

#include "problem/problem.hpp"

namespace stockham::internal {

/// The problem with other lengths for the axes that Bluestein's algorithm transforms (relengthened()), longer than the
/// shortest ones by at most a quarter and with at most `capacity` points: those with the fewest stages, and with one
/// stage more. Empty if no axis is such one, or if one of them is too long.
std::vector<problem> relengthened_for_a_tile(const problem&, std::uint64_t capacity);

/// The problem with other lengths for one axis that Bluestein's algorithm transforms in several passes, because a tile
/// holds at most `capacity` points: those whose digits are multiples of 16 and have short chains of small radices.
std::vector<problem> relengthened_for_passes(const problem&, std::uint64_t capacity);

}  // namespace stockham::internal
