// The layout of a tile in local memory.
#pragma once

#include <stockham/device.hpp>

#include "families/work_group/work_group.hpp"
#include "model/step.hpp"

namespace stockham::internal {

/// Lays out local memory as chosen, or with the fewest bank conflicts; swizzled if a padded layout does not fit.
/// Refused if no layout fits.
objection lay_out_local(pass_step&, const device_description&, const work_group_choice&, fidelity);

}  // namespace stockham::internal
