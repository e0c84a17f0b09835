// A spectrum's magnitudes as values from 0 to 1 that a colour map paints.
#include "image/shown_spectrum.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace stockham::tools {

namespace {

double largest_of(const real_plane& p) {
    return static_cast<double>(*std::max_element(p.values.begin(), p.values.end()));
}

// The magnitude that 0.1 % of the points exceed.
double high_magnitude(const real_plane& p) {
    std::vector<float> sorted = p.values;
    const auto rank = sorted.begin() + static_cast<std::ptrdiff_t>(static_cast<double>(sorted.size() - 1) * 0.999);
    std::nth_element(sorted.begin(), rank, sorted.end());
    return static_cast<double>(*rank);
}

// The rows of value(number).
template <class Value>
value_rows rows_by(const real_plane& p, Value value) {
    return [&p, value](std::size_t y, float* row) {
        const float* from = &p.values[y * p.width];
        std::transform(from, from + p.width, row,
                       [&](float m) { return static_cast<float>(value(static_cast<double>(m))); });
    };
}

}  // namespace

value_rows log_magnitude(const real_plane& magnitudes) {
    const double scale = 1024 / std::sqrt(static_cast<double>(magnitudes.values.size()));
    const auto value_of = [scale](double m) { return std::log1p(scale * m); };
    // The zero frequency is much larger than the rest, so white starts at the 99.9th percentile. The lower bound keeps
    // the spectrum of a uniform picture dark.
    const double white = std::max(value_of(high_magnitude(magnitudes)), 0.3 * value_of(largest_of(magnitudes)));
    return rows_by(magnitudes, [=](double m) { return white > 0 ? std::min(value_of(m) / white, 1.0) : value_of(m); });
}

value_rows decibel_share(const real_plane& magnitudes, double low, double high) {
    const double largest = largest_of(magnitudes);
    return rows_by(magnitudes, [=](double m) {
        const double share = largest > 0 ? m / largest : 0;
        const double decibels = share > 0 ? 20 * std::log10(share) : low;
        return std::clamp((decibels - low) / (high - low), 0.0, 1.0);
    });
}

value_rows rows_of(const real_plane& values) {
    return rows_by(values, [](double value) { return value; });
}

}  // namespace stockham::tools
