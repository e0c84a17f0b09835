// Chooses ranges and ticks: 1-2-5 steps on logarithmic axes, finer ones if the values are close together.
#include "axis.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace bench::report {

namespace {

tick tick_at(quantity shown, double value) {
    if (shown == quantity::copies) return {value, fmt::format("{:g}", value), ""};
    if (shown == quantity::speed_up) return {value, fmt::format("{:g}×", value), ""};
    if (shown == quantity::time) {
        if (value < 999) return {value, fmt::format("{:g} µs", value), ""};
        if (value < 999e3) return {value, fmt::format("{:g} ms", value / 1e3), ""};
        return {value, fmt::format("{:g} s", value / 1e6), ""};
    }
    const double decade = std::floor(std::log10(value) + 1e-9);
    const double mantissa = value / std::pow(10.0, decade);
    return {value, mantissa < 1.001 ? "10" : fmt::format("{:g}·10", mantissa), fmt::format("{}", decade)};
}

// Mantissas that give a plot about three to eight ticks.
std::vector<double> mantissas_for(double factor) {
    if (factor < 4) return {1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8};
    if (factor < 300) return {1, 2, 5};
    return {1};
}

// All m 10^k from the last one <= `low` to the first one >= `high`.
std::vector<double> steps_around(double low, double high) {
    const std::vector<double> mantissas = mantissas_for(high / low);
    std::vector<double> steps;
    for (int decade = static_cast<int>(std::floor(std::log10(low))) - 1; steps.empty() || steps.back() < high;
         ++decade) {
        for (const double mantissa : mantissas) {
            // Via text, since 5 * 10^-7 is not the double nearest to 5e-7.
            const double step = std::stod(fmt::format("{}e{}", mantissa, decade));
            if (!steps.empty() && step <= low) steps.clear();
            steps.push_back(step);
            if (step >= high) break;
        }
    }
    return steps;
}

axis logarithmic_axis(quantity shown, double low, double high) {
    // Leaves room for markers at the ends, and makes a range if all values are equal.
    const std::vector<double> steps = steps_around(low / 1.06, high * 1.06);
    axis result{true, steps.front(), steps.back(), {}};
    const std::size_t stride = (steps.size() + 7) / 8;
    for (std::size_t i = 0; i < steps.size(); i += stride) result.ticks.push_back(tick_at(shown, steps[i]));
    return result;
}

}  // namespace

double axis::at(double value) const {
    const double place = logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
    return std::clamp(place, 0.0, 1.0);
}

axis value_axis(quantity shown, const std::vector<double>& values) {
    if (values.empty()) return logarithmic_axis(shown, 1, 1);
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    // Values beyond these are meaningless and would need too many ticks.
    return logarithmic_axis(shown, std::clamp(*low, 1e-30, 1e30), std::clamp(*high, 1e-30, 1e30));
}

axis size_axis(const std::vector<tick>& sizes) {
    axis result{true, 1, 2, sizes};
    if (sizes.empty()) return result;
    result.low = sizes.front().value;
    result.high = sizes.back().value;
    if (result.low == result.high) result.high *= 2;
    return result;
}

}  // namespace bench::report
