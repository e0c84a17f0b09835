// The tensor framework of Gu, Li, Siegel 2010 as a published system. The cost model finds the cheapest formula.
#pragma once

#include "plan/published_system.hpp"

namespace stockham::internal {

/// The cheapest plan by decomposing, grouping and commuting (section 3.3 of the paper), with explicit chains. Codelets
/// have 8 to 32 points, fewer only for digits of fewer points or on small devices. Decisions follow it if a formula
/// expresses them; its notation is that of formulas (formula.hpp).
published_system tensor_system();

}  // namespace stockham::internal
