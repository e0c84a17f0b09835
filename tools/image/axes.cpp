// A frame with frequencies around the picture of a spectrum.
#include "image/axes.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>

namespace stockham::tools {

namespace {

// Each glyph is 5 rows of 3 pixels, from the top; bit 2 is the left pixel.
struct glyph {
    char character;
    std::uint8_t rows[5];
};
constexpr glyph glyphs[] = {
    {'0', {7, 5, 5, 5, 7}}, {'1', {2, 6, 2, 2, 7}}, {'2', {7, 1, 7, 4, 7}}, {'3', {7, 1, 7, 1, 7}},
    {'4', {5, 5, 7, 1, 1}}, {'5', {7, 4, 7, 1, 7}}, {'6', {7, 4, 7, 5, 7}}, {'7', {7, 1, 1, 2, 2}},
    {'8', {7, 5, 7, 5, 7}}, {'9', {7, 5, 7, 1, 7}}, {'.', {0, 0, 0, 0, 2}}, {'-', {0, 0, 7, 0, 0}},
    {'u', {0, 5, 5, 5, 7}}, {'v', {0, 5, 5, 5, 2}}, {'s', {0, 7, 6, 3, 7}}, {'k', {4, 5, 6, 6, 5}},
    {'H', {5, 5, 7, 5, 5}}, {'z', {0, 7, 1, 4, 7}}};
constexpr std::size_t scale = 2;  // pixels for each of a glyph's
constexpr std::size_t glyph_width = 4 * scale, glyph_height = 5 * scale;
constexpr std::size_t tick = 5, space = 3;
constexpr std::size_t margin_left = 7 * glyph_width + tick + 2 * space, margin_bottom = glyph_height + tick + 3 * space;
constexpr std::size_t margin_top = glyph_height, margin_right = 4 * glyph_width;

class canvas {
  public:
    explicit canvas(picture& image) : image_(image) {}

    void point(std::size_t x, std::size_t y) {
        if (x >= image_.width || y >= image_.height) return;
        for (std::size_t c = 0; c < 3; ++c) image_.bytes[3 * (y * image_.width + x) + c] = 0;
    }

    void text(std::size_t x, std::size_t y, const std::string& words) {
        for (const char character : words) {
            for (const glyph& each : glyphs)
                if (each.character == character) draw(each, x, y);
            x += glyph_width;
        }
    }

  private:
    void draw(const glyph& each, std::size_t x, std::size_t y) {
        for (std::size_t row = 0; row < 5 * scale; ++row)
            for (std::size_t column = 0; column < 3 * scale; ++column)
                if ((each.rows[row / scale] >> (2 - column / scale) & 1) != 0) point(x + column, y + row);
    }

    picture& image_;
};

struct labelled {
    double frequency;
    const char* text;
};
constexpr labelled all_labels[] = {{-0.5, "-0.5"}, {-0.25, "-0.25"}, {0, "0"}, {0.25, "0.25"}, {0.5, "0.5"}};

// The pixel of a frequency; 0.5 is that of the edge.
std::size_t place_of(double frequency, std::size_t n) {
    const double place = static_cast<double>(n / 2) + std::round(frequency * static_cast<double>(n));
    return static_cast<std::size_t>(place < 0 ? 0 : place);
}

// Small pictures have room for the zero only, or for the three that are far apart.
bool has_room(const labelled& label, std::size_t n) {
    if (label.frequency == 0) return true;
    const bool is_quarter = std::abs(label.frequency) < 0.4;
    return n >= (is_quarter ? 32 * glyph_width : 12 * glyph_width);
}

picture in_margin(const picture& spectrum) {
    picture framed = make_picture("the result", spectrum.width + margin_left + margin_right,
                                  spectrum.height + margin_top + margin_bottom, 3, sample_type::u8);
    std::fill(framed.bytes.begin(), framed.bytes.end(), std::uint8_t{255});
    for (std::size_t y = 0; y < spectrum.height; ++y)
        for (std::size_t x = 0; x < spectrum.width; ++x)
            for (std::size_t c = 0; c < 3; ++c)
                framed.bytes[3 * ((y + margin_top) * framed.width + x + margin_left) + c] =
                    spectrum.bytes[(y * spectrum.width + x) * spectrum.channels + (spectrum.channels == 3 ? c : 0)];
    return framed;
}

void draw_frame(canvas& draw, const picture& inside) {
    const std::size_t below = margin_top + inside.height, right = margin_left + inside.width;
    for (std::size_t x = margin_left - 1; x <= right; ++x) draw.point(x, margin_top - 1), draw.point(x, below);
    for (std::size_t y = margin_top - 1; y <= below; ++y) draw.point(margin_left - 1, y), draw.point(right, y);
}

// A step of 1, 2 or 5 times a power of ten with which at most `most` ticks lie within the range.
double round_step(double range, double most) {
    double step = std::pow(10.0, std::floor(std::log10(range / most)));
    for (const double factor : {2.0, 2.5, 2.0, 2.0, 2.5})
        if (range / step > most) step *= factor;
    return step;
}

// A number with the decimals that its step needs.
std::string tick_text(double value, double step) {
    const int decimals = std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9)));
    char text[32];
    std::snprintf(text, sizeof text, "%.*f", std::min(decimals, 9), std::abs(value) < step / 2 ? 0 : value);
    return text;
}

// Calls use(pixel, text) for the ticks of an axis of n pixels, whose labels need `room` pixels.
template <class Use>
void each_tick(const value_axis& axis, std::size_t n, std::size_t room, const Use& use) {
    const double low = std::min(axis.first, axis.last), range = std::abs(axis.last - axis.first);
    if (!(range > 0) || n < 2) return;
    const double step = round_step(range, std::max(1.0, static_cast<double>(n) / static_cast<double>(room)));
    for (double k = std::ceil(low / step - 1e-9); k * step <= low + range * (1 + 1e-9); ++k) {
        const double share = (k * step - axis.first) / (axis.last - axis.first);
        use(static_cast<std::size_t>(std::lround(share * static_cast<double>(n - 1))), tick_text(k * step, step));
    }
}

}  // namespace

picture with_value_axes(const picture& image, const value_axis& down, const value_axis& across) {
    picture framed = in_margin(image);
    canvas draw(framed);
    draw_frame(draw, image);
    const std::size_t below = margin_top + image.height;
    const auto below_tick = below + tick + space;
    each_tick(across, image.width, 8 * glyph_width, [&](std::size_t at, const std::string& text) {
        const std::size_t x = margin_left + at, half = text.size() * glyph_width / 2;
        for (std::size_t k = 0; k < tick; ++k) draw.point(x, below + k);
        if (x + half + across.unit.size() * glyph_width < framed.width) draw.text(x - half, below_tick, text);
    });
    each_tick(down, image.height, 4 * glyph_height, [&](std::size_t at, const std::string& text) {
        const std::size_t y = margin_top + at;
        for (std::size_t k = 0; k < tick; ++k) draw.point(margin_left - 1 - k, y);
        if (at > 2 * glyph_height)
            draw.text(margin_left - tick - space - std::min<std::size_t>(text.size(), 6) * glyph_width,
                      y - glyph_height / 2, text);
    });
    draw.text(framed.width - across.unit.size() * glyph_width, below_tick, across.unit);
    draw.text(space, margin_top - glyph_height / 2, down.unit);
    return framed;
}

picture with_frequency_axes(const picture& spectrum) {
    picture framed = in_margin(spectrum);
    canvas draw(framed);
    const std::size_t width = spectrum.width, height = spectrum.height, below = margin_top + height;
    draw_frame(draw, spectrum);
    for (const labelled& label : all_labels) {
        const std::string text = label.text;
        if (has_room(label, width)) {
            const std::size_t x = margin_left + place_of(label.frequency, width);
            for (std::size_t k = 0; k < tick; ++k) draw.point(x, below + k);
            draw.text(x - text.size() * glyph_width / 2, below + tick + space, text);
        }
        if (has_room(label, height)) {
            const std::size_t y = margin_top + place_of(label.frequency, height);
            for (std::size_t k = 0; k < tick; ++k) draw.point(margin_left - 1 - k, y);
            draw.text(margin_left - tick - space - text.size() * glyph_width, y - glyph_height / 2, text);
        }
    }
    draw.text(framed.width - glyph_width, below + tick + space, "u");
    draw.text(space, margin_top - glyph_height / 2, "v");
    return framed;
}

}  // namespace stockham::tools
