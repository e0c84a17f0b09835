// A frame with frequencies around the picture of a spectrum.
#include "image/axes.hpp"

#include <algorithm>
#include <cmath>
#include <string>

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

}  // namespace

picture with_frequency_axes(const picture& spectrum) {
    picture framed = in_margin(spectrum);
    canvas draw(framed);
    const std::size_t width = spectrum.width, height = spectrum.height, below = margin_top + height;
    const auto at = [](std::size_t place) { return static_cast<std::ptrdiff_t>(place); };
    for (std::size_t x = margin_left - 1; x <= margin_left + width; ++x)
        draw.point(at(x), at(margin_top - 1)), draw.point(at(x), at(below));
    for (std::size_t y = margin_top - 1; y <= below; ++y)
        draw.point(at(margin_left - 1), at(y)), draw.point(at(margin_left + width), at(y));
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
