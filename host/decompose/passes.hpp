// The problem of each pass of a sequence: strides, buffers, maps and phases.
#pragma once

#include <cstdint>
#include <vector>

#include "decompose/pass_problem.hpp"
#include "decompose/places.hpp"
#include "decompose/sequences.hpp"

namespace stockham::internal {

/// The passes of a sequence, in order.
struct passes_of_sequence {
    std::vector<pass_problem> passes;
    std::uint64_t workspace_elements = 0;  ///< without `workspace_offset`
};

/// The pass problems of a sequence, with buffers chosen to use the least workspace. No passes if the only one would
/// overwrite elements before it has read them.
passes_of_sequence passes_of(const problem&, const pass_sequence&, const memory_places&);

}  // namespace stockham::internal
