// What the family of work-groups shares with families built on it.
#pragma once

#include <vector>

#include "plan/families/families.hpp"

namespace stockham::internal {

/// The choices worth a try, as this family's own.
std::vector<work_group_choice> work_group_choices(const pass_problem&, const device_description&, unsigned max_radix);

/// Powers of two fill a work-group exactly. A tile of other sizes may go beyond it, or need more guards than there are.
bool may_overflow(const pass_problem&);

/// The device's units for products of matrices of halves, as far as cl/systems/split_half/butterfly_halves.cl knows
/// them.
matrix_units units_of(const device_description&);

}  // namespace stockham::internal
