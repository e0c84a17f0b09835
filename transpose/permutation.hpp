// Permutations of axes: validation, reduction to the essential dimensions, and plans for a device.
#pragma once

#include <cstdint>
#include <vector>

#include <stockham/transpose.hpp>

#include "base/iodim.hpp"
#include "transpose/in_place.hpp"
#include "transpose/tile_transpose.hpp"

namespace stockham::internal {

/// Throws argument_error, naming the field, unless there are 1 to 8 axes, all lengths and the batch are positive, the
/// order is a permutation, and the array has at most 2^63 bytes.
void check(const permutation&);

/// Elements of the whole batch.
std::uint64_t element_count(const permutation&);

/// The dimensions in the output's order, batch first. Axes of length 1 are dropped, and axes that stay adjacent are
/// merged. The last dimension is contiguous in the output. Empty for a single element.
std::vector<iodim> reduced_dimensions(const permutation&);

/// The permutation as one out-of-place step.
tile_transpose out_of_place_step(const permutation&);

/// The permutation as one in-place step. Throws unsupported_error unless it reduces to a batch of matrix transposes.
in_place_transpose in_place_step(const permutation&);

/// The launches of either step, by the permutation's placement.
transpose_plan plan_permutation(const permutation&, const device_description&);

}  // namespace stockham::internal
