// A user's functions that read the input or write the output.
#pragma once

#include <stockham/opencl.hpp>
#include <stockham/plan.hpp>

#include "tensor/problem.hpp"

namespace stockham {

/// The problem with the options' callbacks in it. Throws callback_error if one does not compile by itself,
/// argument_error (its field) in place, and for planar data.
problem with_callbacks(cl_context, cl_device_id, problem, const transform&, const plan_options&);

}  // namespace stockham
