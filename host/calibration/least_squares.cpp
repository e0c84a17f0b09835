// Coordinate descent: slow and short, but safe for unknowns that the equations do not determine.
#include "calibration/least_squares.hpp"

#include <algorithm>
#include <cmath>

namespace stockham::internal {

namespace {

double error_of(const equation& e, const std::vector<double>& x) {
    double model = e.at_zero;
    for (std::size_t k = 0; k < x.size(); ++k) model += e.slope[k] * x[k];
    return (model - e.measured) / e.measured;
}

/// Sets x[k] to its best value and returns the scaled change.
double improve(std::size_t k, const std::vector<equation>& all, std::vector<double>& x) {
    double along = 0, across = 0;
    for (const auto& e : all) {
        const double slope = e.slope[k] / e.measured;
        along += slope * slope;
        across += slope * error_of(e, x);
    }
    if (!(along > 0)) return 0;
    const double before = x[k];
    x[k] = std::max(0.0, before - across / along);
    return std::abs(x[k] - before) * std::sqrt(along);
}

}  // namespace

solution least_squares(const std::vector<equation>& all) {
    solution s;
    s.x.assign(all.front().slope.size(), 0);
    constexpr int most_rounds = 5000;
    constexpr double enough = 1e-7;
    for (int round = 0; round < most_rounds; ++round) {
        double moved = 0;
        for (std::size_t k = 0; k < s.x.size(); ++k) moved = std::max(moved, improve(k, all, s.x));
        if (moved < enough) break;
    }
    for (const auto& e : all) s.error += error_of(e, s.x) * error_of(e, s.x);
    return s;
}

}  // namespace stockham::internal
