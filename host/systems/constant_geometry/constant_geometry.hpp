// Constant-geometry FFTs demanded by name (Ambuluri, Garrido, Caffarena, Ogniewski, Ragnemalm 2013): every pass uses
// word groups of four.
#pragma once

#include "plan/published_system.hpp"

namespace stockham::internal {

/// Plans a problem (complex, powers of two) by word-group passes only: one pass if a tile holds the transform, else the
/// cheapest sequence.
published_system constant_geometry_system();

/// The same without splitting an axis, so that the results stay in bit-reversed order.
published_system bit_reversed_system();

}  // namespace stockham::internal
