// Draws charts as inline SVG.
#include "plot.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "text.hpp"

namespace bench::report {

namespace {

constexpr double width = 440;

// The rectangle that values are drawn in.
struct frame {
    double left = 0;
    double right = 0;
    double top = 0;
    double bottom = 0;

    double x(double place) const { return left + place * (right - left); }
    double y(double place) const { return bottom - place * (bottom - top); }
};

std::string open_svg(const chart& drawn, double height) {
    return fmt::format("<svg viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\"><title>{}</title><desc>{}</desc>", width,
                       height, escape_html(drawn.title), escape_html(drawn.description));
}

// Exponents are raised digits, since a font's superscripts are too small on phones.
std::string label_svg(const tick& t) {
    if (t.exponent.empty()) return escape_html(t.label);
    return fmt::format("{}<tspan class=\"up\" dy=\"-4\">{}</tspan>", escape_html(t.label), escape_html(t.exponent));
}

std::string marker_path(marker shape, double x, double y) {
    switch (shape) {
    case marker::circle:
        return fmt::format("M{:.1f} {:.1f}m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z", x, y);
    case marker::square:
        return fmt::format("M{:.1f} {:.1f}m-3.6-3.6h7.2v7.2h-7.2z", x, y);
    case marker::triangle:
        return fmt::format("M{:.1f} {:.1f}m0-5l4.8 8.4h-9.6z", x, y);
    case marker::diamond:
        return fmt::format("M{:.1f} {:.1f}m0-5.2l5 5.2l-5 5.2l-5-5.2z", x, y);
    case marker::wedge:
        return fmt::format("M{:.1f} {:.1f}m0 5l4.8-8.4h-9.6z", x, y);
    case marker::cross:
        return fmt::format("M{:.1f} {:.1f}m-1.5-4.6h3v3.1h3.1v3h-3.1v3.1h-3v-3.1h-3.1v-3h3.1z", x, y);
    }
    return {};
}

std::string draw_mark(const plot_series& line, const mark& m, double x, double y) {
    const char* style = m.flagged ? "m bad" : "m";
    const std::string path = m.mean ? fmt::format("M{:.1f} {:.1f}v-18", x, y + 9) : marker_path(line.look.shape, x, y);
    return fmt::format("<path class=\"{}\" d=\"{}\"><title>{}</title></path>", m.mean ? "mean" : style, path,
                       escape_html(m.note));
}

std::vector<double> all_values(const chart& drawn) {
    std::vector<double> values;
    for (const plot_series& line : drawn.series)
        for (const mark& m : line.marks) values.insert(values.end(), {m.value, m.low, m.high});
    for (const limit_point& point : drawn.limit_line) values.push_back(point.value);
    if (drawn.limit) values.push_back(*drawn.limit);
    return values;
}

std::size_t characters_in(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

// Omits labels (every second, third, ...) so that neighbouring ones do not touch.
std::size_t label_stride(const std::vector<tick>& ticks, const axis& scale, const frame& box) {
    std::size_t longest = 1;
    for (const tick& t : ticks) longest = std::max(longest, characters_in(t.label) + characters_in(t.exponent));
    const double wanted = 8.0 * static_cast<double>(longest) + 4;
    for (std::size_t stride = 1; stride < ticks.size(); ++stride) {
        double least = width;
        for (std::size_t i = stride; i < ticks.size(); i += stride)
            least = std::min(least, box.x(scale.at(ticks[i].value)) - box.x(scale.at(ticks[i - stride].value)));
        if (least >= wanted) return stride;
    }
    return std::max<std::size_t>(ticks.size(), 1);
}

std::string draw_value_grid(const axis& values, const frame& box) {
    std::string lines;
    std::string labels;
    for (const tick& t : values.ticks) {
        const double y = box.y(values.at(t.value));
        lines += fmt::format("M{:.1f} {:.1f}H{:.1f}", box.left, y, box.right);
        labels +=
            fmt::format("<text class=\"end\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", box.left - 7, y + 4, label_svg(t));
    }
    return fmt::format("<path class=\"grid\" d=\"{}\"/>{}", lines, labels);
}

std::string draw_sizes(const axis& sizes, const frame& box) {
    const std::size_t stride = label_stride(sizes.ticks, sizes, box);
    std::string lines;
    std::string labels;
    for (std::size_t i = 0; i < sizes.ticks.size(); ++i) {
        const double x = box.x(sizes.at(sizes.ticks[i].value));
        const bool labelled = i % stride == 0;
        lines += fmt::format("M{:.1f} {:.1f}v{}", x, box.bottom, labelled ? 6 : 3);
        if (labelled)
            labels += fmt::format("<text class=\"middle\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", x, box.bottom + 21,
                                  label_svg(sizes.ticks[i]));
    }
    return fmt::format("<path class=\"base\" d=\"M{:.1f} {:.1f}H{:.1f}{}\"/>{}", box.left, box.bottom, box.right, lines,
                       labels);
}

std::string draw_limit(const chart& drawn, const axis& sizes, const axis& values, const frame& box) {
    std::string path;
    if (drawn.limit) path += fmt::format("M{:.1f} {:.1f}H{:.1f}", box.left, box.y(values.at(*drawn.limit)), box.right);
    char command = 'M';
    for (const limit_point& point : drawn.limit_line) {
        path += fmt::format("{}{:.1f} {:.1f}", command, box.x(sizes.at(point.position)), box.y(values.at(point.value)));
        command = 'L';
    }
    return path.empty() ? "" : fmt::format("<path class=\"limit\" d=\"{}\"/>", path);
}

std::string draw_line(const plot_series& line, const axis& sizes, const axis& values, const frame& box) {
    std::string through;
    std::string spreads;
    std::string marks;
    for (const mark& m : line.marks) {
        const double x = box.x(sizes.at(m.position));
        const double y = box.y(values.at(m.value));
        through += fmt::format("{}{:.1f} {:.1f}", through.empty() ? 'M' : 'L', x, y);
        if (m.low < m.high)
            spreads += fmt::format("M{:.1f} {:.1f}V{:.1f}", x, box.y(values.at(m.low)), box.y(values.at(m.high)));
        if (!line.look.is_copy) marks += draw_mark(line, m, x, y);
    }
    if (!spreads.empty()) spreads = fmt::format("<path class=\"spread\" d=\"{}\"/>", spreads);
    return fmt::format("<g class=\"{}\"><path class=\"line\" d=\"{}\"/>{}{}</g>", line.look.style, through, spreads,
                       marks);
}

// Room for labels of up to 20 characters at the text size for phones.
std::string shortened(const std::string& label) {
    std::size_t characters = 0;
    for (std::size_t i = 0; i < label.size(); ++i) {
        if ((label[i] & 0xC0) == 0x80) continue;
        if (++characters > 19) return label.substr(0, i) + "…";
    }
    return label;
}

// Shades every second row, so that the eye can follow a row.
std::string draw_rows(const std::vector<std::string>& rows, const frame& box, double row_height) {
    std::string bands;
    std::string labels;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double top = box.top + row_height * static_cast<double>(i);
        if (i % 2 == 0) bands += fmt::format("M0 {:.1f}H{:.0f}v{:.1f}H0z", top, width, row_height);
        labels += fmt::format("<text class=\"end\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", box.left - 9,
                              top + row_height / 2 + 4, escape_html(shortened(rows[i])));
    }
    return fmt::format("<path class=\"band\" d=\"{}\"/>{}", bands, labels);
}

std::string draw_columns(const axis& values, const frame& box, bool above_too) {
    std::string lines;
    std::string labels;
    const std::size_t stride = label_stride(values.ticks, values, box);
    for (std::size_t i = 0; i < values.ticks.size(); ++i) {
        const double x = box.x(values.at(values.ticks[i].value));
        lines += fmt::format("M{:.1f} {:.1f}V{:.1f}", x, box.top, box.bottom);
        if (i % stride != 0) continue;
        for (const double y : {box.bottom + 18, box.top - 8})
            if (y > box.bottom || above_too)
                labels += fmt::format("<text class=\"middle\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", x, y,
                                      label_svg(values.ticks[i]));
    }
    return fmt::format("<path class=\"grid\" d=\"{}\"/>{}", lines, labels);
}

// The heights of the series within a row.
double dodge(std::size_t index, std::size_t count) {
    return count < 2 ? 0 : 3.4 * (static_cast<double>(index) - static_cast<double>(count - 1) / 2);
}

std::string draw_dots(const plot_series& line, const axis& values, const frame& box, double row_height, double shift) {
    std::string spreads;
    std::string marks;
    for (const mark& m : line.marks) {
        const double y = box.top + row_height * (m.position + 0.5) + shift;
        if (m.low < m.high)
            spreads += fmt::format("M{:.1f} {:.1f}H{:.1f}", box.x(values.at(m.low)), y, box.x(values.at(m.high)));
        marks += draw_mark(line, m, box.x(values.at(m.value)), y);
    }
    if (!spreads.empty()) spreads = fmt::format("<path class=\"spread\" d=\"{}\"/>", spreads);
    return fmt::format("<g class=\"{}\">{}{}</g>", line.look.style, spreads, marks);
}

// A copy is a lower bound, not a competitor: drawn as a line across the row.
std::string draw_floors(const plot_series& line, const axis& values, const frame& box, double row_height) {
    std::string path;
    for (const mark& m : line.marks)
        path += fmt::format("M{:.1f} {:.1f}v{:.1f}", box.x(values.at(m.value)), box.top + row_height * m.position,
                            row_height);
    return fmt::format("<g class=\"{}\"><path class=\"line\" d=\"{}\"/></g>", line.look.style, path);
}

std::string draw_row_limits(const chart& drawn, const axis& values, const frame& box, double row_height) {
    std::string path;
    if (drawn.limit) path += fmt::format("M{:.1f} {:.1f}V{:.1f}", box.x(values.at(*drawn.limit)), box.top, box.bottom);
    for (const limit_point& point : drawn.limit_line)
        path += fmt::format("M{:.1f} {:.1f}v{:.1f}", box.x(values.at(point.value)),
                            box.top + row_height * (point.position + 0.1), row_height * 0.8);
    return path.empty() ? "" : fmt::format("<path class=\"limit\" d=\"{}\"/>", path);
}

}  // namespace

bool is_empty(const chart& drawn) {
    return std::all_of(drawn.series.begin(), drawn.series.end(), [](const plot_series& s) { return s.marks.empty(); });
}

std::string line_chart(const chart& drawn, const std::vector<tick>& sizes) {
    const double height = 270;
    const frame box{64, width - 20, 12, height - 32};
    const axis across = size_axis(sizes);
    const axis up = value_axis(drawn.shown, all_values(drawn));
    std::string svg = open_svg(drawn, height) + draw_value_grid(up, box) + draw_sizes(across, box);
    svg += draw_limit(drawn, across, up, box);
    for (auto line = drawn.series.rbegin(); line != drawn.series.rend(); ++line)
        if (!line->marks.empty()) svg += draw_line(*line, across, up, box);
    return svg + "</svg>";
}

std::string dot_chart(const chart& drawn, const std::vector<std::string>& rows, bool one_series_a_row) {
    const auto runners = static_cast<std::size_t>(std::count_if(
        drawn.series.begin(), drawn.series.end(), [](const plot_series& line) { return !line.look.is_copy; }));
    const std::size_t count = one_series_a_row ? 1 : runners;
    const double row_height = std::max(24.0, 12 + 3.4 * static_cast<double>(count));
    const bool above_too = rows.size() > 12;
    const double top = above_too ? 26 : 8;
    const double bottom = top + row_height * static_cast<double>(rows.size());
    const frame box{150, width - 22, top, bottom};
    const axis across = value_axis(drawn.shown, all_values(drawn));
    std::string svg = open_svg(drawn, bottom + 30) + draw_rows(rows, box, row_height);
    svg += draw_columns(across, box, above_too) + draw_row_limits(drawn, across, box, row_height);
    std::size_t place = runners;
    for (auto line = drawn.series.rbegin(); line != drawn.series.rend(); ++line) {
        if (line->look.is_copy) {
            svg += draw_floors(*line, across, box, row_height);
        } else {
            svg += draw_dots(*line, across, box, row_height, dodge(--place, count));
        }
    }
    return svg + "</svg>";
}

std::string legend_swatch(const library_look& look) {
    const std::string shape =
        look.is_copy ? "" : fmt::format("<path class=\"m\" d=\"{}\"/>", marker_path(look.shape, 16, 7));
    return fmt::format("<svg class=\"swatch\" viewBox=\"0 0 32 14\" aria-hidden=\"true\"><g class=\"{}\"><path "
                       "class=\"line\" d=\"M1 7H31\"/>{}</g></svg>",
                       look.style, shape);
}

}  // namespace bench::report
