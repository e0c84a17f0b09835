// A tile under construction, and the functions that all kernel families share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <stockham/device.hpp>

#include "cost/cost.hpp"
#include "decompose/pass_problem.hpp"
#include "families/common/choice.hpp"
#include "families/common/radices.hpp"
#include "families/common/shaped_pass.hpp"
#include "model/step.hpp"

namespace stockham::internal {

/// A tile: the transforms of a pass problem, and blocks of its lines.
struct draft {
    const pass_problem& problem;
    const device_description& device;
    std::vector<std::uint64_t> blocks;  // for each line dimension of the problem: lines in a tile
    int paired = -1;                    // the line dimension whose lines are paired; none: -1

    /// Points of the tile, where both lines of a pair count as one.
    std::uint64_t points() const {
        std::uint64_t product = 1;
        for (const auto& t : problem.transforms) product *= t.points.n;
        for (auto b : blocks) product *= b;
        return paired < 0 ? product : product / 2;
    }
};

std::uint64_t in_stride(const iodim&);
std::uint64_t out_stride(const iodim&);

/// The line dimension with the smallest stride, if it is smaller than those of all transforms; else -1.
int tightest_line(const pass_problem&, std::uint64_t (*stride)(const iodim&));

/// The tile dimension with the smallest stride.
unsigned tightest_dim(const pass_step&, std::uint64_t (*stride)(const iodim&));

/// Fills in a step except for its stages: the tile, the loops, the guards and the inter-pass twiddles. Refused if there
/// are too many dimensions, loops, inter-pass twiddles or partly filled dimensions.
objection lay_out(const draft&, pass_step&);

/// Why a choice's chain does not fit this pass; empty if it does, or if the choice names no chain.
objection unfit_chain(const stage_choice&, const pass_problem&);

/// The stages, slow dimensions first, unless the choice names a chain. The first stage reads and the last one writes
/// along the contiguous dimensions. Sets the radices of the tile's dimensions, and where the pass multiplies.
std::vector<stage> chain_stages(pass_step&, const stage_choice&, unsigned in_contiguous, unsigned out_contiguous);

/// The step's input to the cost model.
pass_traffic traffic_of(const pass_problem&, const pass_step&, const device_description&);

/// Bytes of local memory that a kernel may declare.
std::size_t usable_local(const device_description&);

std::uint64_t power_of_two_below(std::uint64_t n);

}  // namespace stockham::internal
