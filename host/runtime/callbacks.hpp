// A user's functions that read the input or write the output.
#pragma once

#include <stockham/error.hpp>
#include <stockham/opencl.hpp>
#include <stockham/plan.hpp>

#include "problem/problem.hpp"

namespace stockham::internal {

/// The problem with the options' callbacks in it. Throws callback_error if one does not compile by itself or both do
/// not beside one another, argument_error (its field) in place, and for planar data. The description is the device's.
problem with_callbacks(cl_context, const device_description&, cl_device_id, problem, const transform&,
                       const plan_options&);

/// In a handler of `e`: throws callback_error if kernels with callbacks did not compile, else `e` again.
[[noreturn]] void refuse_for_callbacks(const problem&, const opencl_error& e);

}  // namespace stockham::internal
