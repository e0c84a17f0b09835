// Figures for print: curves, or an image with a colour bar, within axes.
#include "image/figure.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "format/format.hpp"
#include "image/drawing.hpp"

namespace stockham::tools {

namespace {

constexpr double space = 7, tick_length = 5, line_height = 1.5 * font_size, bar_width = 16, sample_width = 24;
constexpr double most_width = 600, most_height = 380;
constexpr std::uint32_t ink = 0x404040, grid = 0xdddddd;
// Okabe and Ito's colours, which colour-blind people tell apart.
constexpr std::uint32_t palette[] = {0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0xe69f00, 0x56b4e9, 0x000000, 0xf0e442};

// The points along a side of an image, in groups that become a point of the figure each.
struct image_side {
    std::size_t group = 1, points = 1;
    double length = 0;  // in the figure
};

// A side of n points at the scale that a side of `longest` points has, unless it would be too short.
image_side side_of(std::size_t n, std::size_t longest, double most_length) {
    const auto divided = [](std::size_t of, std::size_t by) { return (of + by - 1) / by; };
    const auto pixels = static_cast<std::size_t>(most_length * pixels_per_point);
    const std::size_t usual = divided(longest, pixels), size = pixels / divided(longest, usual);
    const std::size_t length = std::max(divided(n, usual) * size, pixels / 3), group = divided(n, length);
    return {group, divided(n, group), static_cast<double>(length) / pixels_per_point};
}

// A curve's point in the drawing, with the ends of its band.
struct curve_spot {
    double x, y, high, low;
};

// Adds a spot. Of those on one pixel column the lowest and the highest stay.
void add_spot(std::vector<curve_spot>& part, const curve_spot& spot) {
    const auto column = [](const curve_spot& s) { return std::floor(s.x * pixels_per_point); };
    const std::size_t n = part.size();
    if (n < 2 || column(part[n - 2]) != column(spot)) return part.push_back(spot);
    const bool rises = part[n - 2].y > part[n - 1].y;
    curve_spot &lower = part[rises ? n - 2 : n - 1], &upper = part[rises ? n - 1 : n - 2];
    if (spot.y > lower.y) lower = spot;
    if (spot.y < upper.y) upper = spot;
}

double widest(const std::vector<axis_tick>& ticks) {
    double most = 0;
    for (const axis_tick& t : ticks) most = std::max(most, width_of(t.text));
    return most;
}

class figure_layout {
  public:
    explicit figure_layout(const figure& f) : f_(f), across_(f.across), up_(f.up) {
        f.image ? complete_image(*f.image) : complete_axes();
        across_ticks_ = ticks_of(across_, width_, true);
        up_ticks_ = ticks_of(up_, height_, false);
        left_ = 3 * space + font_size + widest(up_ticks_) + tick_length;
        top_ = font_size + (f.curves.size() > 1 ? line_height : 0);
        right_ = left_ + width_;
        bottom_ = top_ + height_;
        out_.size = {right_ + std::max(2 * font_size, widest(across_ticks_) / 2 + space),
                     bottom_ + tick_length + 2 * line_height + space};
    }

    drawing draw() {
        if (f_.image) draw_image(*f_.image);
        draw_ticks();
        for (std::size_t k = 0; k < f_.curves.size(); ++k) draw_curve(k);
        draw_box(left_, right_);
        out_.size = {std::ceil(out_.size.x), std::ceil(out_.size.y)};
        return std::move(out_);
    }

  private:
    void complete_axes();
    void complete_image(const figure_image&);
    void draw_ticks();
    void draw_image(const figure_image&);
    void draw_curve(std::size_t);
    void draw_part(const std::vector<curve_spot>&, std::size_t);

    double x_of(double share) const { return left_ + share * width_; }
    double y_of(double share) const { return bottom_ - share * height_; }
    void draw_line(std::vector<sheet_point> places, std::uint32_t colour, double width) {
        out_.parts.push_back(drawn_path{std::move(places), colour, width});
    }
    // Text whose middle is at the height y, or if it runs upward, on the line x.
    void draw_text(double x, double y, const std::string& text, double share, bool upward = false) {
        constexpr double half = 0.36 * font_size;
        out_.parts.push_back(drawn_text{{upward ? x + half : x, upward ? y : y + half}, text, share, upward});
    }
    void draw_box(double left, double right) {
        draw_line({{left, top_}, {right, top_}, {right, bottom_}, {left, bottom_}, {left, top_}}, ink, 1);
    }

    const figure& f_;
    figure_axis across_, up_;  // with their ranges
    double left_ = 0, top_ = 0, right_ = 0, bottom_ = 0, width_ = most_width, height_ = most_height;
    double legend_end_ = 0;
    std::vector<axis_tick> across_ticks_, up_ticks_;
    image_side columns_, rows_;
    drawing out_;
};

void figure_layout::complete_axes() {
    constexpr double far = std::numeric_limits<double>::infinity();
    curve_point low{far, far}, high{-far, -far};
    for (const figure_curve& c : f_.curves)
        for (const curve_point& p : c.points) {
            if (across_.has_place(p.x)) low.x = std::min(low.x, p.x), high.x = std::max(high.x, p.x);
            if (up_.has_place(p.y)) low.y = std::min(low.y, p.y), high.y = std::max(high.y, p.y);
        }
    across_.complete(low.x, high.x, false);
    up_.complete(low.y, high.y, true);
}

// The last group of a side may reach beyond the image.
void figure_layout::complete_image(const figure_image& image) {
    const std::size_t longer = image.square_points ? std::max(image.width, image.height) : 0;
    columns_ = side_of(image.width, std::max(longer, image.width), most_width);
    rows_ = side_of(image.height, std::max(longer, image.height), image.square_points ? most_width : most_height);
    width_ = columns_.length, height_ = rows_.length;
    const auto grown = [](const image_side& side, std::size_t n) {
        return static_cast<double>(side.group * side.points) / static_cast<double>(n);
    };
    across_.last = across_.first + (across_.last - across_.first) * grown(columns_, image.width);
    up_.first = up_.last + (up_.first - up_.last) * grown(rows_, image.height);
}

void figure_layout::draw_ticks() {
    for (const axis_tick& t : across_ticks_) {
        const double x = x_of(t.share);
        if (!f_.image) draw_line({{x, top_}, {x, bottom_}}, grid, 1);
        draw_line({{x, bottom_}, {x, bottom_ + tick_length}}, ink, 1);
        draw_text(x, bottom_ + tick_length + line_height / 2, t.text, 0.5);
    }
    for (const axis_tick& t : up_ticks_) {
        const double y = y_of(t.share);
        if (!f_.image) draw_line({{left_, y}, {right_, y}}, grid, 1);
        draw_line({{left_ - tick_length, y}, {left_, y}}, ink, 1);
        draw_text(left_ - tick_length - space / 2, y, t.text, 1);
    }
    draw_text(x_of(0.5), bottom_ + tick_length + 1.5 * line_height, across_.title(), 0.5);
    draw_text(space + font_size / 2, y_of(0.5), up_.title(), 0.5, true);
}

void figure_layout::draw_image(const figure_image& image) {
    std::vector<float> row(image.width);
    const value_rows groups = [&](std::size_t y, float* to) {
        std::fill_n(to, columns_.points, 0.0f);
        const std::size_t first = y * rows_.group, end = std::min(first + rows_.group, image.height);
        for (std::size_t from = first; from < (image.show_maximum ? end : first + 1); ++from) {
            image.values(from, row.data());
            for (std::size_t x = 0; x < image.width; ++x)
                if (image.show_maximum || x % columns_.group == 0)
                    to[x / columns_.group] = std::max(to[x / columns_.group], row[x]);
        }
    };
    out_.parts.push_back(
        drawn_image{{left_, top_}, {width_, height_}, paint(groups, columns_.points, rows_.points, image.map)});
    constexpr std::size_t steps = 256;
    const value_rows ramp = [](std::size_t y, float* to) { *to = 1 - static_cast<float>(y) / (steps - 1); };
    const double left = right_ + 3 * space, right = left + bar_width;
    out_.parts.push_back(drawn_image{{left, top_}, {bar_width, height_}, paint(ramp, 1, steps, image.map)});
    draw_box(left, right);
    const auto ticks = ticks_of(image.bar, height_, false);
    for (const axis_tick& t : ticks) {
        draw_line({{right, y_of(t.share)}, {right + tick_length, y_of(t.share)}}, ink, 1);
        draw_text(right + tick_length + space / 2, y_of(t.share), t.text, 0);
    }
    out_.size.x = right + tick_length + widest(ticks) + 3 * space + font_size;
    draw_text(out_.size.x - space - font_size / 2, y_of(0.5), image.bar.title(), 0.5, true);
}

void figure_layout::draw_curve(std::size_t k) {
    std::vector<curve_spot> part;
    const auto height_of = [&](double value) { return y_of(up_.share_of(value)); };
    for (const curve_point& p : f_.curves[k].points) {
        if (across_.has_place(p.x) && up_.has_place(p.y)) {
            add_spot(part,
                     {x_of(across_.share_of(p.x)), height_of(p.y), height_of(p.y + p.error), height_of(p.y - p.error)});
        } else {
            draw_part(part, k);
            part.clear();
        }
    }
    draw_part(part, k);
    if (f_.curves.size() < 2) return;
    const double left = left_ + legend_end_, right = left + sample_width;
    draw_line({{left, font_size}, {right, font_size}}, palette[k % std::size(palette)], 3);
    draw_text(right + space, font_size, f_.curves[k].name, 0);
    legend_end_ += sample_width + 4 * space + width_of(f_.curves[k].name);
}

void figure_layout::draw_part(const std::vector<curve_spot>& part, std::size_t k) {
    if (part.empty()) return;
    std::vector<sheet_point> line, band;
    for (const curve_spot& s : part) line.push_back({s.x, s.y}), band.push_back({s.x, s.high});
    for (auto s = part.rbegin(); s != part.rend(); ++s) band.push_back({s->x, s->low});
    const std::uint32_t dark = palette[k % std::size(palette)], light = 0xbfbfbf + (dark >> 2 & 0x3f3f3f);
    if (line.size() == 1) line.push_back(line[0]);  // a dot
    if (std::any_of(part.begin(), part.end(), [](const curve_spot& s) { return s.low > s.high; }))
        draw_line(band, light, 0);
    draw_line(line, dark, part.size() == 1 ? 6 : 1.5);
}

}  // namespace

picture painted_figure(const figure& f) {
    return picture_of(figure_layout(f).draw());
}

bool figure_file::is_svg(const std::string& path, const write_options& options) {
    return options.format.empty() && extension_of(path) == ".svg";
}

figure_file::figure_file(const std::string& path, const write_options& options) {
    if (is_svg(path, options))
        svg_.emplace(path);
    else
        picture_.emplace(path, options, page_facts{sample_type::u8, 3, 1});
}

void figure_file::write(const figure& f) {
    const drawing d = figure_layout(f).draw();
    if (svg_) {
        const std::string text = svg_of(d);
        svg_->write(text.data(), text.size());
        svg_->commit();
    } else {
        picture_->add(picture_of(d));
        picture_->finish();
    }
}

}  // namespace stockham::tools
