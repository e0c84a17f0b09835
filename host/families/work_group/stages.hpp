// The stages of a work-group pass.
#pragma once

#include "families/work_group/work_group.hpp"
#include "model/step.hpp"

namespace stockham::internal {

/// Sets the stages of a pass whose tile is laid out, and the radices of its tile. Copies avoid accesses to global
/// memory in runs of less than `narrow` bytes.
void set_stages(pass_step&, const work_group_choice&, std::uint64_t narrow);

}  // namespace stockham::internal
