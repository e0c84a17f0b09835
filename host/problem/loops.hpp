// The loop tensor of a transform: its batch, or its loops, with the defaults filled in.
#pragma once

#include <cstdint>
#include <vector>

#include <stockham/transform.hpp>

#include "base/iodim.hpp"

namespace stockham::internal {

/// The loops of a transform whose sizes are checked, as given, slowest first; a batch is one.
std::vector<iodim> loops_of(const transform&);

/// The same loop tensor with as few loops as can be: without those of one transform, and where {n1, s1} and {n2, n1 s1}
/// (on both sides) follow each other, with one of n1 n2. The slowest in the output comes first.
std::vector<iodim> merged(std::vector<iodim>);

/// How many transforms there are, and how far apart the first and the last one are on the side of `stride`.
std::uint64_t transforms_of(const std::vector<iodim>&);
std::uint64_t reach_of(const std::vector<iodim>&, std::uint64_t iodim::*stride);

/// Whether no two indices of these dimensions share a place, by a sufficient rule: each dimension steps over all that
/// the tighter ones reach.
bool are_distinct(std::vector<iodim>, std::uint64_t iodim::*stride);

/// A transform with its loops merged, as a batch where one loop is left that a batch can be, without strides and
/// distances that it has anyway; as it is where its strides are not those of its axes.
transform in_simplest_form(transform);

}  // namespace stockham::internal
