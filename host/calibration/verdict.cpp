// Ratios of measured times, their mean, and the decision whether to keep a new profile.
#include <algorithm>
#include <cmath>
#include <limits>

#include <stockham/calibration.hpp>

namespace stockham {

double profile_case::ratio() const noexcept {
    if (same_plan) return 1;
    const auto is_time = [](double seconds) { return seconds > 0 && std::isfinite(seconds); };
    if (!is_time(before.measured) || !is_time(after.measured)) return std::numeric_limits<double>::infinity();
    return after.measured / before.measured;
}

double profile_comparison::mean_ratio() const noexcept {
    double sum = 0;
    for (const auto& c : cases) sum += std::log(c.ratio());
    return cases.empty() ? 1 : std::exp(sum / static_cast<double>(cases.size()));
}

double profile_comparison::worst_ratio() const noexcept {
    double worst = cases.empty() ? 1 : 0;
    for (const auto& c : cases) worst = std::max(worst, c.ratio());
    return worst;
}

double profile_comparison::mean_error() const noexcept {
    double sum = 0;
    for (const auto& c : cases) sum += std::abs(c.after.predicted - c.after.measured) / c.after.measured;
    return cases.empty() ? 0 : sum / static_cast<double>(cases.size());
}

bool profile_comparison::is_worth_keeping() const noexcept {
    return mean_ratio() <= highest_mean_ratio && worst_ratio() <= highest_ratio;
}

}  // namespace stockham
