// Transposes and permutations of axes, each with a small one that shows whether such kernels are right on a device.
#pragma once

#include <stockham/device.hpp>
#include <stockham/transpose.hpp>

#include "runtime/context_state.hpp"

namespace stockham::internal {

/// Checks the transposes of plans (runtime/first_use.hpp), for such elements on a device that was planned for as
/// `limits` says. Throws what check_first_use() throws.
void check_transposes(context_state&, cl_device_id, element, const device_description& limits);

/// The same for the kernels that do this permutation, by one of the same order with short axes.
void check_permutations(context_state&, cl_device_id, const permutation&, const device_description& limits);

}  // namespace stockham::internal
