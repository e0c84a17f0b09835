// Constant-geometry FFTs demanded by name (Ambuluri, Garrido, Caffarena, Ogniewski, Ragnemalm 2013): every pass uses
// word groups of four.
#pragma once

#include <string>

#include "plan/branch_and_bound.hpp"

namespace stockham::internal {

/// The plan of a problem (complex, powers of two) by word-group passes only: one pass if a tile holds the transform,
/// else the cheapest sequence. Infinite cost if no pass fits the device.
candidate constant_geometry_plan(const problem&, const device_description&);

/// The same without splitting an axis, so that the results stay in bit-reversed order.
candidate bit_reversed_plan(const problem&, const device_description&);

/// Why these decisions do not follow the system; empty if they do.
std::string objection_to_constant_geometry(const plan_decisions&);
std::string objection_to_bit_reversed(const plan_decisions&);

}  // namespace stockham::internal
