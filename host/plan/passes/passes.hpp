// From a sequence of passes to the problem that each of them is: strides, buffers, maps and phases.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "plan/passes/pass_problem.hpp"
#include "plan/passes/rules.hpp"

namespace stockham::internal {

/// Where the elements lie before the first pass, between passes or after the last one: a buffer, and the strides of
/// whole axes and of the loops within it.
struct memory_place {
    buffer where = buffer::output;
    std::uint64_t offset = 0;
    std::vector<std::uint64_t> axis_stride;
    std::vector<std::uint64_t> loop_stride;
};

/// Strides of the loops where transforms of this extent lie one behind the other.
std::vector<std::uint64_t> packed_loops(const problem&, std::uint64_t extent);

/// The places of a problem. In place, the input is the output. Between passes the workspace is packed, from
/// `workspace_offset` (elements) on, its axes nested in `workspace_order`, slowest first.
struct memory_places {
    memory_place input, output;
    std::uint64_t workspace_offset = 0;
    std::vector<std::size_t> workspace_order;
};
memory_places places_of(const problem&);

/// The pass problems of a sequence, with buffers chosen so that as little workspace is used as can be;
/// `workspace_elements` tells how much that is, `workspace_offset` not counted. None if the sequence's only pass would
/// have to write over what it has not read.
std::vector<pass_problem> passes_of(const problem&, const pass_sequence&, const memory_places&,
                                    std::uint64_t& workspace_elements);

}  // namespace stockham::internal
