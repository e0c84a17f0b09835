// Constant-geometry FFTs demanded by name (Ambuluri, Garrido, Caffarena, Ogniewski, Ragnemalm 2013): every pass by word
// groups of four.
#pragma once

#include <string>

#include "plan/search.hpp"

namespace stockham::internal {

/// The plan of a problem (complex, powers of two) whose passes are all of this family: one pass if a tile holds the
/// transform, else the cheapest; infinite cost if the device holds none.
candidate constant_geometry_plan(const problem&, const device_description&);

/// The same with axes that are not split, whose results stay in bit-reversed order.
candidate bit_reversed_plan(const problem&, const device_description&);

/// Why these decisions are of neither; empty if they are.
std::string objection_to_constant_geometry(const plan_decisions&);
std::string objection_to_bit_reversed(const plan_decisions&);

/// Work-items that share word groups (cl/systems/constant_geometry/): GPUs, and CPUs all the same.
}  // namespace stockham::internal
