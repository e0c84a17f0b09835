// Checks whether a formula computes a transform, and analyses its steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "systems/tensor/formula.hpp"

namespace stockham::internal {

/// An axis of a valid formula. Its codelets transform its digits in order, the slowest in the input first. Codelets
/// before the direct one apply twiddle factors to their outputs (decimation in frequency), later ones to their inputs
/// (in time).
struct axis_reading {
    struct codelet {
        std::size_t step = 0;
        std::uint64_t n = 1;
        std::size_t kernel = 0;
    };
    std::vector<codelet> codelets;  ///< empty for an axis of one point
    std::size_t direct = 0;         ///< index of the direct codelet
    bool reorder_last = false;      ///< its first kernel keeps the order of its points
};

/// A kernel is a run of steps from global memory, through S, to global memory.
struct formula_reading {
    std::vector<axis_reading> axes;
    std::size_t kernels = 0;
};

/// Analyses a formula for a transform of these lengths (powers of two), where a kernel's local memory holds `room`
/// points. The strides of later steps imply how a step moves the points that it does not name: not at all, aside for
/// those that move, or all into the output's order. Throws unsupported_error("formula", ..) with the reason.
formula_reading check_formula(const formula&, const std::vector<std::uint64_t>& lengths, std::uint64_t room);

}  // namespace stockham::internal
