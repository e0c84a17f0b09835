// Plots of tables as SVG.
#include "image/plot.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/messages/printable.hpp"

namespace stockham::tools {

namespace {

constexpr double picture_width = 720, picture_height = 480;
constexpr double left = 90, right = 690, top = 50, bottom = 410;

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : internal::printable(text)) {
        const std::string entity = c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
        out += entity;
    }
    return out;
}

// A logarithmic axis from `low` to `high`, drawn from `start` to `end`.
struct log_axis {
    double low, high, start, end;

    double place(double value) const {
        const double share = std::log(std::clamp(value, low, high) / low) / std::log(high / low);
        return start + share * (end - start);
    }

    // 1, 2 and 5 times the powers of ten within the axis; only the powers if there are many.
    std::vector<double> ticks() const {
        const bool few = high / low < 2000;
        std::vector<double> all;
        for (int power = static_cast<int>(std::floor(std::log10(low))); std::pow(10.0, power) <= high; ++power)
            for (const double digit : {1.0, 2.0, 5.0}) {
                const double value = digit * std::pow(10.0, power);
                if (value >= low && value <= high && (few || digit == 1)) all.push_back(value);
            }
        return all;
    }
};

log_axis axis_of(double low, double high, double start, double end) {
    if (!(high > low)) return {low / 2, low * 2, start, end};
    return {low, high, start, end};
}

std::string text_at(double x, double y, const char* anchor, const std::string& text) {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor, escaped(text));
}

std::string axes_svg(const log_axis& x, const log_axis& y) {
    std::string svg =
        fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#444\"/>\n", left, top,
                    right - left, bottom - top);
    const auto line = [](double x1, double y1, double x2, double y2) {
        return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#ddd\"/>\n", x1, y1,
                           x2, y2);
    };
    for (const double tick : x.ticks())
        svg += line(x.place(tick), top, x.place(tick), bottom) +
               text_at(x.place(tick), bottom + 20, "middle", fmt::format("{:.3g}", tick));
    for (const double tick : y.ticks())
        svg += line(left, y.place(tick), right, y.place(tick)) +
               text_at(left - 8, y.place(tick) + 4, "end", fmt::format("{:.3g}", tick));
    return svg;
}

std::string place_list(const log_axis& x, const log_axis& y, const std::vector<plot_point>& points, double side) {
    std::string list;
    for (const plot_point& p : points)
        list += fmt::format("{:.2f},{:.2f} ", x.place(p.x), y.place(p.y + side * p.error));
    return list;
}

}  // namespace

std::string logarithmic_plot(const std::vector<plot_point>& given, const std::string& title, const std::string& x_label,
                             const std::string& y_label) {
    std::vector<plot_point> points;
    std::copy_if(given.begin(), given.end(), std::back_inserter(points),
                 [](const plot_point& p) { return p.x > 0 && p.y > 0; });
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
        "font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        picture_width, picture_height);
    svg += text_at((left + right) / 2, 28, "middle", title);
    if (!points.empty()) {
        const auto by_x = [](const plot_point& a, const plot_point& b) { return a.x < b.x; };
        const auto by_y = [](const plot_point& a, const plot_point& b) { return a.y < b.y; };
        const auto [first, last] = std::minmax_element(points.begin(), points.end(), by_x);
        const auto [lowest, highest] = std::minmax_element(points.begin(), points.end(), by_y);
        const log_axis x = axis_of(first->x, last->x, left, right);
        const log_axis y = axis_of(lowest->y / 1.5, highest->y * 1.5, bottom, top);
        const std::vector<plot_point> backward(points.rbegin(), points.rend());
        svg += axes_svg(x, y);
        svg += fmt::format("<polygon points=\"{}{}\" fill=\"#9ecae1\" stroke=\"none\"/>\n", place_list(x, y, points, 1),
                           place_list(x, y, backward, -1));
        svg += fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"#08519c\" stroke-width=\"1.5\"/>\n",
                           place_list(x, y, points, 0));
    }
    svg += text_at((left + right) / 2, picture_height - 25, "middle", x_label);
    svg += fmt::format("<g transform=\"translate(22,{}) rotate(-90)\">{}</g>\n</svg>\n", (top + bottom) / 2,
                       text_at(0, 0, "middle", y_label));
    return svg;
}

}  // namespace stockham::tools
