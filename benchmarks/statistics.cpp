// Order statistics.
#include "statistics.hpp"

#include <algorithm>
#include <cmath>

namespace bench {

namespace {

double quantile(const std::vector<double>& sorted, double share) {
    const double place = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const auto above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

double spread::uncertainty() const {
    return median > 0 ? (q3 - q1) / median / std::sqrt(static_cast<double>(std::max<std::size_t>(samples, 1))) : 0;
}

spread spread_of(std::vector<double> samples) {
    std::sort(samples.begin(), samples.end());
    spread s;
    s.median = quantile(samples, 0.5);
    s.q1 = quantile(samples, 0.25);
    s.q3 = quantile(samples, 0.75);
    s.samples = samples.size();
    return s;
}

double median_of(std::vector<double> samples) {
    return spread_of(std::move(samples)).median;
}

}  // namespace bench
