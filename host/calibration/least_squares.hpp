// Nonnegative least squares with relative errors.
#pragma once

#include <vector>

namespace stockham::internal {

/// A measured value and its linear model, at_zero + the sum of slope[k] x[k].
struct equation {
    std::vector<double> slope;
    double at_zero = 0, measured = 0;
};

/// The x >= 0 that minimises the sum of squared relative errors, and that sum.
struct solution {
    std::vector<double> x;
    double error = 0;
};

/// At least one equation; all have the same number of slopes.
solution least_squares(const std::vector<equation>&);

}  // namespace stockham::internal
