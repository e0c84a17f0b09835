// The check at first use of transposes and permutations of axes.
#pragma once

#include <stockham/device.hpp>
#include <stockham/transpose.hpp>

#include "runtime/first_use/first_use.hpp"
#include "runtime/programs/context_state.hpp"

namespace stockham::internal {

/// The family of plans' transposes with this element type. `limits` is the description that plans are made for.
checked_family transpose_family(element, const device_description& limits);

/// Checks the kernels of this permutation by the same permutation of short axes. Throws like check_first_use().
void check_permutations(context_state&, cl_device_id, const permutation&, const device_description& limits);

}  // namespace stockham::internal
