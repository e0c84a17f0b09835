// Colour maps with perceptually uniform steps.
//
// They are computed in Oklab (B. Ottosson, "A perceptual color space for image processing", 2020): L is the lightness;
// the radius of (a, b) is the chroma, its angle the hue.
#include "image/colour_map.hpp"

#include <algorithm>
#include <cmath>

namespace stockham::tools {

namespace {

const double degree = std::acos(-1.0) / 180;

double gamma_encoded(double linear) {
    return linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
}

colour oklab_colour(double lightness, double chroma, double hue) {
    const double a = chroma * std::cos(hue);
    const double b = chroma * std::sin(hue);
    const double l = std::pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
    const double m = std::pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
    const double s = std::pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
    return {gamma_encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
            gamma_encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
            gamma_encoded(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

// A colour takes several powers to compute. An interpolated table is accurate enough and fast.
class colour_table {
  public:
    explicit colour_table(colour (*f)(double)) {
        for (std::size_t i = 0; i < points_.size(); ++i) points_[i] = f(static_cast<double>(i) / steps);
    }

    std::uint8_t level(double t, unsigned channel) const {
        const double place = std::clamp(t, 0.0, 1.0) * steps;
        const auto i = std::min(static_cast<std::size_t>(place), steps - 1);
        const double share = place - static_cast<double>(i);
        const double value = points_[i][channel] + share * (points_[i + 1][channel] - points_[i][channel]);
        return static_cast<std::uint8_t>(std::lround(255 * std::clamp(value, 0.0, 1.0)));
    }

  private:
    static constexpr std::size_t steps = 1024;
    std::array<colour, steps + 1> points_;
};

}  // namespace

// The chroma stays within the sRGB gamut, which is narrowest at the blue-green middle.
colour sequential_colour(double t) {
    const double late = std::max(0.0, t - 0.5);
    const double early = std::max(0.0, 0.2 - t);
    return oklab_colour(0.18 + 0.76 * t, 0.095 + 0.3 * late * late - 0.08 * early, (325 - 220 * t) * degree);
}

// At this lightness a chroma of 0.12 is within the gamut for every hue.
colour cyclic_colour(double t) {
    return oklab_colour(0.74, 0.12, 360 * degree * t);
}

picture paint(const value_rows& values, std::size_t width, std::size_t height, colour_map map) {
    const unsigned channels = map == colour_map::grey ? 1 : 3;
    picture image = make_picture("the result", width, height, channels, sample_type::u8);
    const colour_table table(map == colour_map::cyclic ? cyclic_colour : sequential_colour);
    std::vector<float> row(width);
    for (std::size_t y = 0; y < height; ++y) {
        values(y, row.data());
        std::uint8_t* to = &image.bytes[y * image.row_bytes()];
        for (const float value : row)
            for (unsigned c = 0; c < channels; ++c)
                *to++ = map == colour_map::grey
                            ? static_cast<std::uint8_t>(std::lround(255 * std::clamp(value, 0.0f, 1.0f)))
                            : table.level(static_cast<double>(value), c);
    }
    return image;
}

picture paint(const std::vector<float>& values, std::size_t width, std::size_t height, colour_map map) {
    const value_rows rows = [&](std::size_t y, float* row) {
        std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(y * width), width, row);
    };
    return paint(rows, width, height, map);
}

}  // namespace stockham::tools
