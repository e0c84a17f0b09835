// An out-of-place transpose of a batch of matrices through a padded tile in local memory, as a step of a plan.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <stockham/device.hpp>
#include <stockham/transpose.hpp>

#include "base/iodim.hpp"
#include "launch/launch.hpp"

namespace stockham::internal {

/// Copies element (r, c) of each matrix from `in_offset + r * rows.is + c * columns.is` to
/// `out_offset + r * rows.os + c * columns.os`, plus the loops' strides, all in elements. Fast if columns.is = 1 and
/// rows.os = 1, or as a copy if columns.is = columns.os = 1. Correct for all strides that give every element a distinct
/// position. Lengths are at least 1; at most seven loops of any length.
struct tile_transpose {
    stockham::element element = stockham::element::complex_f32;
    iodim rows;
    iodim columns;
    std::vector<iodim> loops;
    std::uint64_t in_offset = 0;
    std::uint64_t out_offset = 0;
    buffer src = buffer::input;
    buffer dst = buffer::output;
    bool plain = false;  ///< without local memory, one element per work-item: the benchmarks' baseline
};

/// The launch for a device, with the largest tile that fits: through local memory; block by block on a CPU; the plain
/// kernel for a copy or if local memory is too small. Throws unsupported_error for more than seven loops.
launch to_launch(const tile_transpose&, const device_description&);

/// Calls `move(group, source, destination)` for each element that the kernel moves. It uses the kernel's own index
/// formulas (transpose/tile_index.h), so the host interpreter runs the same step.
void for_each_move(const tile_transpose&, const device_description&,
                   const std::function<void(std::uint64_t, std::uint64_t, std::uint64_t)>& move);

/// The step in tensor notation: `transpose complex f32 rows (n,is,os) columns (n,is,os) loops (n,is,os) ..`.
std::string to_string(const tile_transpose&);

}  // namespace stockham::internal
