// The problem of each pass of a sequence: strides, buffers, maps and phases.
#pragma once

#include <cstdint>
#include <vector>

#include "decompose/pass_problem.hpp"
#include "decompose/places.hpp"
#include "decompose/sequences.hpp"

namespace stockham::internal {

/// The pass problems of a sequence, with buffers chosen to use the least workspace. Sets `workspace_elements` to its
/// size without `workspace_offset`. Empty if the only pass would overwrite elements before it has read them.
std::vector<pass_problem> passes_of(const problem&, const pass_sequence&, const memory_places&,
                                    std::uint64_t& workspace_elements);

}  // namespace stockham::internal
