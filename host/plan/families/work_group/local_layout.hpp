// Where a tile's points lie in local memory.
#pragma once

#include <stockham/device.hpp>

#include "plan/shapes/shape.hpp"
#include "plan/step.hpp"

namespace stockham::internal {

/// Local memory as the choice has it, or in the layout that has the fewest bank conflicts; swizzled if it does not fit
/// else. Refused if it does not fit at all.
objection lay_out_local(pass_step&, const device_description&, const work_group_choice&, fidelity);

}  // namespace stockham::internal
