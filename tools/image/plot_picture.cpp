// Plots of tables as pictures.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "image/canvas.hpp"
#include "image/plot.hpp"
#include "image/plot_layout.hpp"

namespace stockham::tools {

namespace {

using namespace plot_frame;

constexpr rgb8 grid{0xdd, 0xdd, 0xdd}, band{0x9e, 0xca, 0xe1}, curve{0x08, 0x51, 0x9c};

std::ptrdiff_t width_of(const std::string& text) {
    return static_cast<std::ptrdiff_t>(text.size() * canvas::glyph_width);
}

void draw_axes(canvas& draw, const log_axis& x, const log_axis& y) {
    constexpr std::ptrdiff_t space = 8, half = canvas::glyph_height / 2;
    for (const double tick : x.ticks()) {
        const double at = x.place(tick);
        const std::string text = fmt::format("{:.3g}", tick);
        draw.line(at, top, at, bottom, grid);
        draw.text(std::lround(at) - width_of(text) / 2, std::lround(bottom) + space, text);
    }
    for (const double tick : y.ticks()) {
        const double at = y.place(tick);
        const std::string text = fmt::format("{:.3g}", tick);
        draw.line(left, at, right, at, grid);
        draw.text(std::lround(left) - space - width_of(text), std::lround(at) - half, text);
    }
}

void draw_frame(canvas& draw) {
    draw.line(left, top, right, top);
    draw.line(left, bottom, right, bottom);
    draw.line(left, top, left, bottom);
    draw.line(right, top, right, bottom);
}

// The band between two points of the curve, column by column.
void draw_band(canvas& draw, const plot_layout& plot, const plot_point& a, const plot_point& b) {
    const double first = plot.x.place(a.x), last = plot.x.place(b.x);
    const auto between = [&](double column, double side) {
        const double share = last > first ? (column - first) / (last - first) : 0;
        const double from = plot.y.place(a.y + side * a.error), to = plot.y.place(b.y + side * b.error);
        return from + share * (to - from);
    };
    for (double column = std::ceil(first); column <= last; ++column)
        draw.line(column, between(column, 1), column, between(column, -1), band);
}

}  // namespace

picture logarithmic_plot_picture(const std::vector<plot_point>& points, const std::string& x_label,
                                 const std::string& y_label) {
    picture image = make_picture("the plot", static_cast<std::size_t>(picture_width),
                                 static_cast<std::size_t>(picture_height), 3, sample_type::u8);
    std::fill(image.bytes.begin(), image.bytes.end(), std::uint8_t{255});
    canvas draw(image);
    if (const auto plot = layout_of(points)) {
        draw_axes(draw, plot->x, plot->y);
        const auto& p = plot->points;
        for (std::size_t k = 1; k < p.size(); ++k) draw_band(draw, *plot, p[k - 1], p[k]);
        for (std::size_t k = 1; k < p.size(); ++k)
            for (const double thickness : {0.0, 1.0})
                draw.line(plot->x.place(p[k - 1].x), plot->y.place(p[k - 1].y) + thickness, plot->x.place(p[k].x),
                          plot->y.place(p[k].y) + thickness, curve);
    }
    draw_frame(draw);
    constexpr std::ptrdiff_t below = 35, aside = 16;
    draw.text(std::lround((left + right) / 2) - width_of(x_label) / 2, std::lround(bottom) + below, x_label);
    draw.text(aside, std::lround((top + bottom) / 2) + width_of(y_label) / 2, y_label, true);
    return image;
}

}  // namespace stockham::tools
