// The twiddle factors of a formula.
#pragma once

#include "systems/tensor/formula_walk.hpp"

namespace stockham::internal {

/// Finds the axis's direct codelet and checks the factors of the others: for every two codelets of an axis, exactly one
/// must apply the twiddle factors between them. That is the earlier one, on its output, if the direct codelet comes
/// later, else the later one, on its input.
void read_factors(formula_walk&, std::size_t axis);

}  // namespace stockham::internal
