// A candidate of a search with its measured times.
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

#include "runtime/execute/executable.hpp"

namespace stockham::internal {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// A compiled pass or plan.
struct runner {
    buffer source = buffer::input, target = buffer::output;
    unsigned repeats = 1;  ///< maximum of executions on the same data
    std::unique_ptr<executable> kernels;
    std::vector<double> samples;

    double median() const {
        auto sorted = samples;
        std::sort(sorted.begin(), sorted.end());
        return sorted.empty() ? infinite : sorted[sorted.size() / 2];
    }
    double spread() const {
        auto sorted = samples;
        std::sort(sorted.begin(), sorted.end());
        return sorted.size() < 4 ? 0 : (sorted[sorted.size() * 3 / 4] - sorted[sorted.size() / 4]) / median();
    }
};

}  // namespace stockham::internal
