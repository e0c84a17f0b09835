// A frame with frequencies around the picture of a spectrum.
#include "image/axes.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include <fmt/format.h>

#include "image/canvas.hpp"

namespace stockham::tools {

namespace {

constexpr std::size_t glyph_width = canvas::glyph_width, glyph_height = canvas::glyph_height;
constexpr std::size_t tick = 5, space = 3;
constexpr std::size_t margin_left = 7 * glyph_width + tick + 2 * space, margin_bottom = glyph_height + tick + 3 * space;
constexpr std::size_t margin_top = glyph_height, margin_right = 4 * glyph_width;

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

std::ptrdiff_t at(std::size_t place) {
    return static_cast<std::ptrdiff_t>(place);
}

void draw_frame(canvas& draw, const picture& inside) {
    const std::size_t below = margin_top + inside.height, right = margin_left + inside.width;
    for (std::size_t x = margin_left - 1; x <= right; ++x)
        draw.point(at(x), at(margin_top - 1)), draw.point(at(x), at(below));
    for (std::size_t y = margin_top - 1; y <= below; ++y)
        draw.point(at(margin_left - 1), at(y)), draw.point(at(right), at(y));
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
    return fmt::format("{:.{}f}", std::abs(value) < step / 2 ? 0 : value, std::min(decimals, 9));
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
    each_tick(across, image.width, 8 * glyph_width, [&](std::size_t place, const std::string& text) {
        const std::size_t x = margin_left + place, half = text.size() * glyph_width / 2;
        for (std::size_t k = 0; k < tick; ++k) draw.point(at(x), at(below + k));
        if (x + half + across.unit.size() * glyph_width < framed.width)
            draw.text(at(x) - at(half), at(below_tick), text);
    });
    each_tick(down, image.height, 4 * glyph_height, [&](std::size_t place, const std::string& text) {
        const std::size_t y = margin_top + place;
        for (std::size_t k = 0; k < tick; ++k) draw.point(at(margin_left - 1 - k), at(y));
        if (place > 2 * glyph_height)
            draw.text(at(margin_left - tick - space) - at(text.size() * glyph_width), at(y - glyph_height / 2), text);
    });
    draw.text(at(framed.width - across.unit.size() * glyph_width), at(below_tick), across.unit);
    draw.text(at(space), at(margin_top - glyph_height / 2), down.unit);
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
            for (std::size_t k = 0; k < tick; ++k) draw.point(at(x), at(below + k));
            draw.text(at(x) - at(text.size() * glyph_width / 2), at(below + tick + space), text);
        }
        if (has_room(label, height)) {
            const std::size_t y = margin_top + place_of(label.frequency, height);
            for (std::size_t k = 0; k < tick; ++k) draw.point(at(margin_left - 1 - k), at(y));
            draw.text(at(margin_left - tick - space - text.size() * glyph_width), at(y) - at(glyph_height / 2), text);
        }
    }
    draw.text(at(framed.width - glyph_width), at(below + tick + space), "u");
    draw.text(at(space), at(margin_top - glyph_height / 2), "v");
    return framed;
}

}  // namespace stockham::tools
