// The order of an axis's points in memory, step by step.
#pragma once

#include <map>

#include "systems/tensor/formula_walk.hpp"

namespace stockham::internal {

/// Kernels that move points of an axis beyond those that they transform, and the last step of each.
using kernel_moves = std::map<std::size_t, std::size_t>;

/// Follows the axis's points through the strides of its steps. Refuses formulas that read or write points where they
/// cannot be, or leave them in another order than the transform's. Sets axis_reading::reorder_last.
kernel_moves follow_strides(formula_walk&, std::size_t axis);

}  // namespace stockham::internal
