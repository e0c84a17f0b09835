// Pictures for the eye: an input, its spectrum and an output side by side.
#include "image/view.hpp"

#include <algorithm>
#include <cmath>

#include <stockham/imaging/spectrum.hpp>

#include "image/colour_map.hpp"
#include "image/page_view.hpp"
#include "image/plane.hpp"
#include "image/shown_spectrum.hpp"

namespace stockham::tools {

namespace {

constexpr std::size_t gap = 8;  // white columns between the pictures
constexpr std::uint8_t outline_colour[3] = {255, 32, 32};

}  // namespace

picture shown(const picture& image) {
    planes_of<double> colours = image.rgb ? take_channels<double>(image) : luminance<double>(image);
    if (!image.rgb)
        for (double& v : colours.values) v *= image.white();
    double low = 0, high = image.white();
    if (is_float(image.type)) {
        const auto [least, most] = std::minmax_element(colours.values.begin(), colours.values.end());
        low = *least, high = *most;
    }
    const double factor = high > low ? 255 / (high - low) : 0;
    picture out = make_picture("the view", image.width, image.height, 3, sample_type::u8);
    for (std::size_t i = 0; i < image.pixels(); ++i)
        for (std::size_t c = 0; c < 3; ++c) {
            const double value = colours.values[(image.rgb ? c : 0) * image.pixels() + i];
            out.bytes[3 * i + c] = static_cast<std::uint8_t>(std::clamp((value - low) * factor, 0.0, 255.0) + 0.5);
        }
    return out;
}

namespace {

// Marks each point whose gain is below 1/2 and that has a neighbour above it.
void draw_outline(picture& spectrum, const gain_function& gain) {
    const std::size_t width = spectrum.width, height = spectrum.height;
    std::vector<bool> passed(width * height);
    const auto frequency = [](std::size_t place, std::size_t n) {
        return (static_cast<double>(place) - static_cast<double>(n / 2)) / static_cast<double>(n);
    };
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x)
            passed[y * width + x] = gain(frequency(x, width), frequency(y, height)) >= 0.5;
    const auto passes = [&](std::size_t x, std::size_t y) { return passed[y * width + x]; };
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x) {
            if (passes(x, y)) continue;
            const bool at_edge = (x > 0 && passes(x - 1, y)) || (x + 1 < width && passes(x + 1, y)) ||
                                 (y > 0 && passes(x, y - 1)) || (y + 1 < height && passes(x, y + 1));
            if (at_edge) std::copy_n(outline_colour, 3, &spectrum.bytes[3 * (y * width + x)]);
        }
}

}  // namespace

real_plane spectrum_of(const engine& e, const real_plane& p, const imaging::spectrum_options& options) {
    real_plane values(p.width, p.height);
    imaging::spectrum(e.imaging(), view_of(p), view_of(values), options);
    return values;
}

picture painted_spectrum(const engine& e, const picture& input, const gain_function& gain) {
    const real_plane magnitudes = spectrum_of(e, scaled_luminance(input));
    picture painted = paint(log_magnitude(magnitudes), input.width, input.height, colour_map::sequential);
    if (gain) draw_outline(painted, gain);
    return painted;
}

picture painted_power(const planes_of<double>& power) {
    constexpr double shown_decibels = 80;
    const double largest = *std::max_element(power.values.begin(), power.values.end());
    std::vector<float> shares;
    shares.reserve(power.values.size());
    for (const double v : power.values)
        shares.push_back(static_cast<float>(1 + 10 * std::log10(v / largest) / shown_decibels));  // below 0 is black
    return paint(shares, power.width, power.height, colour_map::sequential);
}

picture side_by_side(const std::vector<picture>& parts) {
    std::size_t width = gap * (parts.size() - 1);
    for (const picture& part : parts) width += part.width;
    picture view = make_picture("the view", width, parts.front().height, 3, sample_type::u8);
    std::fill(view.bytes.begin(), view.bytes.end(), std::uint8_t{255});
    std::size_t left = 0;
    for (const picture& part : parts) {
        for (std::size_t y = 0; y < view.height; ++y)
            std::copy_n(&part.bytes[y * part.row_bytes()], part.row_bytes(),
                        &view.bytes[y * view.row_bytes() + 3 * left]);
        left += part.width + gap;
    }
    return view;
}

}  // namespace stockham::tools
