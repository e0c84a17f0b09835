// One out-of-place transpose of a batch of matrices through a padded tile of local memory, as a step of a plan.
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
/// `out_offset + r * rows.os + c * columns.os`, plus the loops' strides, all counted in elements. It is fast where
/// columns.is = 1 and rows.os = 1, and as a copy where columns.is = columns.os = 1; it is right for all strides that
/// give every element a place of its own. Lengths from 1; up to seven loops of any length.
struct tile_transpose {
    stockham::element element = stockham::element::complex_f32;
    iodim rows;
    iodim columns;
    std::vector<iodim> loops;
    std::uint64_t in_offset = 0;
    std::uint64_t out_offset = 0;
    buffer src = buffer::input;
    buffer dst = buffer::output;
    bool plain = false;  ///< without local memory, one element a work-item: the benchmarks' baseline
};

/// The kernel that does it, with the largest tile that fits the device: through local memory; block by block on a CPU;
/// plain where nothing is to transpose or the device has no local memory to speak of.
/// Throws unsupported_error for more than seven loops.
launch to_launch(const tile_transpose&, const device_description&);

/// Calls `move(group, source, destination)` for each element that the kernel moves, by the kernel's own index formulas
/// (transpose/index.h, compiled into the kernel and into this function): the host interpreter's view of the step.
void for_each_move(const tile_transpose&, const device_description&,
                   const std::function<void(std::uint64_t, std::uint64_t, std::uint64_t)>& move);

/// The step in tensor notation: `transpose complex f32 rows (n,is,os) columns (n,is,os) loops (n,is,os) ..`.
std::string to_string(const tile_transpose&);

}  // namespace stockham::internal
