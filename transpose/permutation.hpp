// Permutations of axes: checked, reduced to the dimensions that matter, and planned for a device.
#pragma once

#include <cstdint>
#include <vector>

#include <stockham/transpose.hpp>

#include "base/iodim.hpp"
#include "transpose/in_place.hpp"
#include "transpose/tile_transpose.hpp"

namespace stockham::internal {

/// Throws argument_error that names the field: no or more than eight axes, a length or batch of 0, an order that is no
/// permutation, more bytes than 2^63.
void check(const permutation&);

/// Elements of the whole batch.
std::uint64_t element_count(const permutation&);

/// The dimensions in the output's order, batch first; axes of length 1 are dropped, and axes that stay neighbours are
/// one. The last is contiguous in the output. Empty for a single element.
std::vector<iodim> reduced_dimensions(const permutation&);

/// The permutation as one step out of place.
tile_transpose out_of_place_step(const permutation&);

/// The permutation as a step in place. Throws unsupported_error unless it reduces to a batch of matrix transposes.
in_place_transpose in_place_step(const permutation&);

/// Either of them as launches.
transpose_plan plan_permutation(const permutation&, const device_description&);

}  // namespace stockham::internal
