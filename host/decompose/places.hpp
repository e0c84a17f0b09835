// Where elements are stored before, between and after the passes of a sequence: buffers and strides.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "decompose/axis_state.hpp"
#include "decompose/sequences.hpp"
#include "launch/buffer.hpp"

namespace stockham::internal {

/// Where the elements of a boundary are stored: a buffer, and the strides of whole axes and of the loops.
struct memory_place {
    buffer where = buffer::output;
    std::uint64_t offset = 0;
    std::vector<std::uint64_t> axis_stride;
    std::vector<std::uint64_t> loop_stride;
};

/// Strides of the loops if transforms of this extent are packed. With `of_signals`, 0 for loops over kernels, which
/// share their signals.
std::vector<std::uint64_t> packed_loops(const problem&, std::uint64_t extent, bool of_signals = false);

/// The places of a problem. In place, input and output share a buffer. Between passes the workspace is packed, starts
/// at `workspace_offset` (elements), and has its axes in `workspace_order`, slowest first.
struct memory_places {
    memory_place input, output;
    std::uint64_t workspace_offset = 0;
    std::vector<std::size_t> workspace_order;
};
memory_places places_of(const problem&);

/// The place of each boundary, and the size of all regions of workspace together.
struct boundary_places {
    std::vector<memory_place> at;
    std::uint64_t workspace_elements = 0;
};

/// Places with as few regions of workspace as possible. Empty if there is no way: the only pass, in place, may not
/// write where it reads.
boundary_places lay_out_places(const problem&, const pass_sequence&, const memory_places&,
                               const std::vector<boundary>&);

}  // namespace stockham::internal
