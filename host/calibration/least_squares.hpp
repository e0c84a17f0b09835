// The numbers, none of them negative, with which a linear model meets measured times best.
#pragma once

#include <vector>

namespace stockham::internal {

/// A measured value, and what the model says of it: at_zero + the sum of slope[k] x[k].
struct equation {
    std::vector<double> slope;
    double at_zero = 0, measured = 0;
};

/// The x >= 0 of the least sum of squared relative errors, and that sum.
struct solution {
    std::vector<double> x;
    double error = 0;
};

/// All equations have as many slopes; there is at least one equation.
solution least_squares(const std::vector<equation>&);

}  // namespace stockham::internal
