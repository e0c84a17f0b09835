// The loop tensor of a transform: its batch or its loops, with defaults filled in.
#pragma once

#include <cstdint>
#include <vector>

#include <stockham/transform.hpp>

#include "base/iodim.hpp"

namespace stockham::internal {

/// The loops of a transform as given, slowest first; a batch is one loop. The sizes must have been checked.
std::vector<iodim> loops_of(const transform&);

/// The same loop tensor with the fewest loops, slowest in the output first. Loops of one transform are dropped, and
/// {n1, s1} and {n2, n1 s1} (on both sides) become one loop of n1 n2.
std::vector<iodim> merged(std::vector<iodim>);

/// The number of transforms, and the distance from the first to the last one on the side of `stride`.
std::uint64_t transforms_of(const std::vector<iodim>&);
std::uint64_t reach_of(const std::vector<iodim>&, std::uint64_t iodim::*stride);

/// True if no two indices of these dimensions share a place. The rule is sufficient, not necessary: the stride of each
/// dimension exceeds the extent of all dimensions with smaller strides.
bool are_distinct(std::vector<iodim>, std::uint64_t iodim::*stride);

/// The transform with its loops merged (a single remaining loop becomes a batch if possible) and default strides and
/// distances left out. Returned unchanged if it has no lengths, or not one input stride per axis.
transform in_simplest_form(transform);

}  // namespace stockham::internal
