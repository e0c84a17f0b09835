// A tile under construction, and what every family of kernels does with it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <stockham/device.hpp>

#include "plan/passes/pass_problem.hpp"
#include "plan/shapes/cost.hpp"
#include "plan/shapes/shape.hpp"
#include "plan/step.hpp"
#include "profile/vendor.hpp"

namespace stockham::internal {

/// Blocks of lines beside the transforms.
struct draft {
    const pass_problem& problem;
    const device_description& device;
    std::vector<std::uint64_t> blocks;  // of each of the problem's lines: how many of them are in a tile
    int paired = -1;                    // the line whose block is of pairs; none: -1

    /// Of the tile: two lines of a pair are one.
    std::uint64_t points() const {
        std::uint64_t product = 1;
        for (const auto& t : problem.transforms) product *= t.points.n;
        for (auto b : blocks) product *= b;
        return paired < 0 ? product : product / 2;
    }
};

std::uint64_t in_stride(const iodim&);
std::uint64_t out_stride(const iodim&);

/// The line that lies tightest in the input or the output, if it lies tighter than every transform there; or -1.
int tightest_line(const pass_problem&, std::uint64_t (*stride)(const iodim&));

/// The dimension of the tile that lies tightest there.
unsigned tightest_dim(const pass_step&, std::uint64_t (*stride)(const iodim&));

/// Fills in everything of a step but its stages: the tile, the loops, the guard, the inter-pass twiddles.
/// Refused if there are too many dimensions, loops, inter-pass twiddles or partly filled dimensions.
objection lay_out(const draft&, pass_step&);

/// Why a choice's chain is none for this pass; nothing where it names none, or a right one.
objection unfit_chain(const stage_choice&, const pass_problem&);

/// The chain: slow dimensions first, so that the first stage reads, and the last one writes, along the contiguous one.
void chain_stages(pass_step&, const stage_choice&, unsigned in_contiguous, unsigned out_contiguous);

/// The step's shape as the cost model sees it, on a device of so many compute units.
pass_traffic traffic_of(const pass_problem&, const pass_step&, unsigned units);

/// Bytes of local memory that kernels may declare.
std::size_t usable_local(const device_description&);

std::uint64_t power_of_two_below(std::uint64_t n);

}  // namespace stockham::internal
