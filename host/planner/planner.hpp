// The planner: the cheapest sequence of passes that the rules allow, by the cost model. No device is involved.
#pragma once

#include <stockham/device.hpp>

#include "planner/step.hpp"
#include "tensor/problem.hpp"

namespace stockham {

/// Plans a problem for a described device. Throws unsupported_error if the device lacks the precision or if no tile
/// of it holds any split of the problem (naming the rule).
step_plan make_plan(const problem&, const device_description&);

}  // namespace stockham
