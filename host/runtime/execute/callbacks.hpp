// User callbacks that load the input or store the output.
#pragma once

#include <stockham/error.hpp>
#include <stockham/opencl.hpp>
#include <stockham/plan.hpp>

#include "problem/problem.hpp"

namespace stockham::internal {

/// Adds the options' callbacks to the problem. `description` belongs to the device. Throws callback_error if a callback
/// does not compile, alone or together with the other; argument_error (naming the callback) for planar data, and for
/// half precision in place with only one callback.
problem with_callbacks(cl_context, const device_description&, cl_device_id, problem, const transform&,
                       const plan_options&);

/// To be called in a handler of `e`. Throws callback_error if kernels with callbacks did not compile; otherwise
/// rethrows.
[[noreturn]] void rethrow_for_callbacks(const problem&, const opencl_error& e);

}  // namespace stockham::internal
