// Plots of tables as SVG.
#include "image/plot.hpp"

#include <fmt/format.h>

#include "base/messages/printable.hpp"
#include "image/plot_layout.hpp"

namespace stockham::tools {

namespace {

using namespace plot_frame;

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : internal::printable(text)) {
        const std::string entity = c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
        out += entity;
    }
    return out;
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
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
        "font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        picture_width, picture_height);
    svg += text_at((left + right) / 2, 28, "middle", title);
    if (const auto plot = layout_of(given)) {
        const auto& [points, x, y] = *plot;
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
