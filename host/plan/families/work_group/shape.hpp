// Functions of the work-group family that families built on it share.
#pragma once

#include <vector>

#include "plan/families/families.hpp"

namespace stockham::internal {

/// The choices to try for a pass.
std::vector<work_group_choice> work_group_choices(const pass_problem&, const device_description&, unsigned max_radix);

/// True if a tile may exceed a work-group or need too many guards, because some sizes are not powers of two.
bool may_overflow(const pass_problem&);

}  // namespace stockham::internal
