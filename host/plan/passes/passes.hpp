// The problem of each pass of a sequence: strides, buffers, maps and phases.
#pragma once

#include <cstdint>
#include <vector>

#include "plan/passes/pass_problem.hpp"
#include "plan/passes/places.hpp"
#include "plan/passes/rules.hpp"

namespace stockham::internal {

/// The pass problems of a sequence, with buffers chosen to use the least workspace. Sets `workspace_elements` to its
/// size without `workspace_offset`. Empty if the only pass would overwrite elements before it has read them.
std::vector<pass_problem> passes_of(const problem&, const pass_sequence&, const memory_places&,
                                    std::uint64_t& workspace_elements);

}  // namespace stockham::internal
