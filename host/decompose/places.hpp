// Where elements are stored before, between and after the passes of a sequence: buffers and strides.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "decompose/axis_state.hpp"
#include "decompose/sequences.hpp"
#include "launch/buffer.hpp"
#include "problem/form.hpp"

namespace stockham::internal {

/// True if the loop is one over kernels of a convolution, which reads the same signals for each index.
inline bool shares_signals(const problem& p, const iodim& loop) {
    return p.convolution && loop.is == 0;
}
/// The number of signals: the transforms of a problem, without loops that share signals.
std::uint64_t signals_of(const problem&);

/// The state of all axes between two passes.
struct boundary {
    std::vector<axis_state> axes;
    memory_form form;
    bool of_signals = false;  ///< before a convolution's multiplication: one transform per signal, not per kernel

    std::uint64_t transforms(const problem& p) const { return of_signals ? signals_of(p) : p.transforms(); }
    std::uint64_t elements(const problem& p) const {
        std::uint64_t product = transforms(p);
        for (const auto& a : axes) product *= a.extent();
        return product;
    }
};

/// One boundary before each pass of the sequence and one after the last.
std::vector<boundary> boundaries_of(const problem&, const pass_sequence&);

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

/// The place of each boundary, with as few regions of workspace as possible; sets `workspace_elements` to their total
/// size. Empty if there is no way: the only pass, in place, may not write where it reads.
std::vector<memory_place> lay_out_places(const problem&, const pass_sequence&, const memory_places&,
                                         const std::vector<boundary>&, std::uint64_t& workspace_elements);

}  // namespace stockham::internal
