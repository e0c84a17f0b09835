// Transposes and permutations of axes, each with a small one that shows whether such kernels are right on a device.
#pragma once

#include <stockham/device.hpp>
#include <stockham/transpose.hpp>

#include "runtime/context_state.hpp"
#include "runtime/first_use.hpp"

namespace stockham::internal {

/// The transposes of plans, for such elements on a device that was planned for as `limits` says.
checked_family transpose_family(element, const device_description& limits);

/// Checks the kernels that do this permutation, by one of the same order with short axes. Throws what check_first_use()
/// throws.
void check_permutations(context_state&, cl_device_id, const permutation&, const device_description& limits);

}  // namespace stockham::internal
