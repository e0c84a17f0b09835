// Whether a formula is a transform at all, and what it says step by step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "systems/tensor/formula.hpp"

namespace stockham::internal {

/// What a valid formula says of an axis. Its codelets, in order, transform its digits, the slowest in the input first.
/// Those before the direct one multiply their factors in on their output (decimation in frequency), those behind it on
/// their input (in time).
struct axis_reading {
    struct codelet {
        std::size_t step = 0;
        std::uint64_t n = 1;
        std::size_t kernel = 0;
    };
    std::vector<codelet> codelets;  ///< none: an axis of one point
    std::size_t direct = 0;         ///< which of them
    bool reorder_last = false;      ///< its first kernel leaves its points where they are
};

/// Kernels are the runs of steps from global memory, through S, to global memory.
struct formula_reading {
    std::vector<axis_reading> axes;
    std::size_t kernels = 0;
};

/// Reads a formula for a transform of these lengths (powers of two), where a kernel's local memory holds `room` points.
/// How the points that a step does not name move, the strides of the steps behind it tell: not at all, aside for those
/// that do, or all into the output's order. Throws unsupported_error("formula", ..) with what is wrong.
formula_reading check_formula(const formula&, const std::vector<std::uint64_t>& lengths, std::uint64_t room);

}  // namespace stockham::internal
