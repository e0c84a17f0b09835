// From a sequence of passes to the problem that each of them is: strides, buffers, maps and phases.
#pragma once

#include <cstdint>
#include <vector>

#include "plan/passes/pass_problem.hpp"
#include "plan/passes/places.hpp"
#include "plan/passes/rules.hpp"

namespace stockham::internal {

/// The pass problems of a sequence, with buffers chosen so that as little workspace is used as can be;
/// `workspace_elements` tells how much that is, `workspace_offset` not counted. None if the sequence's only pass would
/// have to write over what it has not read.
std::vector<pass_problem> passes_of(const problem&, const pass_sequence&, const memory_places&,
                                    std::uint64_t& workspace_elements);

}  // namespace stockham::internal
