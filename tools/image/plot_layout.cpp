// Where a plot's points and ticks lie, for all kinds of plots.
#include "image/plot_layout.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace stockham::tools {

namespace {

log_axis axis_of(double low, double high, double start, double end) {
    if (!(high > low)) return {low / 2, low * 2, start, end};
    return {low, high, start, end};
}

}  // namespace

double log_axis::place(double value) const {
    const double share = std::log(std::clamp(value, low, high) / low) / std::log(high / low);
    return start + share * (end - start);
}

std::vector<double> log_axis::ticks() const {
    const bool few = high / low < 2000;
    std::vector<double> all;
    for (int power = static_cast<int>(std::floor(std::log10(low))); std::pow(10.0, power) <= high; ++power)
        for (const double digit : {1.0, 2.0, 5.0}) {
            const double value = digit * std::pow(10.0, power);
            if (value >= low && value <= high && (few || digit == 1)) all.push_back(value);
        }
    return all;
}

std::optional<plot_layout> layout_of(const std::vector<plot_point>& given) {
    using namespace plot_frame;
    std::vector<plot_point> points;
    std::copy_if(given.begin(), given.end(), std::back_inserter(points),
                 [](const plot_point& p) { return p.x > 0 && p.y > 0; });
    if (points.empty()) return std::nullopt;
    const auto by_x = [](const plot_point& a, const plot_point& b) { return a.x < b.x; };
    const auto by_y = [](const plot_point& a, const plot_point& b) { return a.y < b.y; };
    const auto [first, last] = std::minmax_element(points.begin(), points.end(), by_x);
    const auto [lowest, highest] = std::minmax_element(points.begin(), points.end(), by_y);
    const log_axis x = axis_of(first->x, last->x, left, right);
    const log_axis y = axis_of(lowest->y / 1.5, highest->y * 1.5, bottom, top);
    return plot_layout{points, x, y};
}

}  // namespace stockham::tools
