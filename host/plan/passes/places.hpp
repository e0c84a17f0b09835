// Where the elements lie before, between and behind the passes of a sequence: buffers and strides.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "launch/buffer.hpp"
#include "plan/passes/axis_state.hpp"
#include "plan/passes/rules.hpp"
#include "problem/form.hpp"

namespace stockham::internal {

/// Whether a convolution reads the same signals for each index of the loop, which is one over kernels.
inline bool shares_signals(const problem& p, const iodim& loop) {
    return p.convolution && loop.is == 0;
}
/// How many signals a problem has: its transforms, but for the loops that share them.
std::uint64_t signals_of(const problem&);

/// All axes between two passes.
struct boundary {
    std::vector<axis_state> axes;
    memory_form form;
    bool of_signals = false;  ///< before a convolution's multiplication: one transform for each signal, not each kernel

    std::uint64_t transforms(const problem& p) const { return of_signals ? signals_of(p) : p.transforms(); }
    std::uint64_t elements(const problem& p) const {
        std::uint64_t product = transforms(p);
        for (const auto& a : axes) product *= a.extent();
        return product;
    }
};

/// One before each pass of the sequence, and one behind the last.
std::vector<boundary> boundaries_of(const problem&, const pass_sequence&);

/// Where the elements lie before the first pass, between passes or after the last one: a buffer, and the strides of
/// whole axes and of the loops within it.
struct memory_place {
    buffer where = buffer::output;
    std::uint64_t offset = 0;
    std::vector<std::uint64_t> axis_stride;
    std::vector<std::uint64_t> loop_stride;
};

/// Strides of the loops where transforms of this extent lie one behind the other; `of_signals`: 0 for the loops over
/// kernels that share their signals.
std::vector<std::uint64_t> packed_loops(const problem&, std::uint64_t extent, bool of_signals = false);

/// The places of a problem. In place, the input is the output. Between passes the workspace is packed, from
/// `workspace_offset` (elements) on, its axes nested in `workspace_order`, slowest first.
struct memory_places {
    memory_place input, output;
    std::uint64_t workspace_offset = 0;
    std::vector<std::size_t> workspace_order;
};
memory_places places_of(const problem&);

/// The place of each boundary, with as few regions of workspace as will do; `workspace_elements` tells how many
/// elements these have. None at all if there is no way: the only pass, in place, may not write what it reads.
std::vector<memory_place> lay_out_places(const problem&, const pass_sequence&, const memory_places&,
                                         const std::vector<boundary>&, std::uint64_t& workspace_elements);

}  // namespace stockham::internal
