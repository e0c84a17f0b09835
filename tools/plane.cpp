// A plane of complex numbers: what a picture becomes on its way to the device and back.
#include "plane.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <fmt/format.h>

#include "bytes.hpp"
#include "convert.hpp"
#include "fault.hpp"

namespace stockham::tools {

namespace {

// Calls use(value, row, column) for each point in the order of a picture whose middle is the zero frequency.
template <class Use>
void for_each_centred(const plane& p, Use use) {
    for (std::size_t y = 0; y < p.height; ++y) {
        const std::size_t row = (y + p.height - p.height / 2) % p.height;
        for (std::size_t x = 0; x < p.width; ++x) {
            const std::size_t column = (x + p.width - p.width / 2) % p.width;
            use(p.values[row * p.width + column], row, column);
        }
    }
}

// The zero frequency stands far above the rest: white starts where one in a thousand does. A picture of nothing else
// than a mean keeps its spectrum dark.
float white_point(std::vector<float> values) {
    const float largest = *std::max_element(values.begin(), values.end());
    const auto place = values.begin() + static_cast<std::ptrdiff_t>(static_cast<double>(values.size() - 1) * 0.999);
    std::nth_element(values.begin(), place, values.end());
    return std::max(*place, 0.3f * largest);
}

}  // namespace

plane luminance(const picture& image) {
    plane p(image.width, image.height);
    const double unit = 1.0 / image.highest();
    for (std::size_t i = 0; i < p.values.size(); ++i) {
        const std::uint16_t* s = &image.samples[i * image.channels];
        const double value = image.colours() == 1 ? s[0] : 0.2126 * s[0] + 0.7152 * s[1] + 0.0722 * s[2];
        p.values[i] = static_cast<float>(value * unit);
    }
    return p;
}

plane decode_plane(const std::vector<std::uint8_t>& bytes, const std::string& name) {
    const npy_header header = parse_npy(bytes, name);
    if (header.shape.size() != 2)
        throw job_error(fmt::format("{}: an array of shape {} is no picture", name, shape_text(header.shape)));
    if (header.elements > most_pixels)
        throw job_error(fmt::format("{}: {} are more than the {} million points that are read", name,
                                    shape_text(header.shape), most_pixels / 1000000));
    std::vector<std::complex<double>> wide(header.elements);
    find_converter(header.type, precision::f64)(bytes.data() + header.data_offset, header.elements, wide.data());
    double largest = 0;
    for (const auto& v : wide) {
        if (!std::isfinite(v.real()) || !std::isfinite(v.imag()))
            throw job_error(fmt::format("{}: holds numbers that are not finite", name));
        largest = std::max(largest, std::abs(v));
    }
    plane p(header.shape[1], header.shape[0]);
    for (std::size_t i = 0; i < wide.size(); ++i)
        p.values[i] = std::complex<float>(largest > 0 ? wide[i] / largest : 0.0);
    return p;
}

plane zero_padded(const plane& p) {
    plane out(next_power_of_two(p.width), next_power_of_two(p.height));
    for (std::size_t y = 0; y < p.height; ++y) std::copy_n(&p.values[y * p.width], p.width, &out.values[y * out.width]);
    return out;
}

void report_padding(std::size_t width, std::size_t height) {
    if (is_power_of_two(width) && is_power_of_two(height)) return;
    const std::string text = fmt::format("stockham: {} x {} is zero-padded to {} x {}: sides must be powers of two\n",
                                         width, height, next_power_of_two(width), next_power_of_two(height));
    std::fputs(text.c_str(), stderr);
}

std::vector<float> log_magnitude(const plane& spectrum) {
    const double scale = 1024 / std::sqrt(static_cast<double>(spectrum.values.size()));
    std::vector<float> out;
    out.reserve(spectrum.values.size());
    for_each_centred(spectrum, [&](std::complex<float> v, std::size_t, std::size_t) {
        out.push_back(static_cast<float>(std::log1p(scale * std::abs(std::complex<double>(v)))));
    });
    const float white = white_point(out);
    if (white > 0)
        for (float& v : out) v = std::min(v / white, 1.0f);
    return out;
}

std::vector<float> phase_share(const plane& spectrum) {
    std::vector<float> out;
    out.reserve(spectrum.values.size());
    // Moving the origin by half of an even side turns every odd frequency by half a circle.
    const bool even_width = spectrum.width % 2 == 0;
    const bool even_height = spectrum.height % 2 == 0;
    for_each_centred(spectrum, [&](std::complex<float> v, std::size_t row, std::size_t column) {
        const bool turned = (even_height && row % 2 == 1) != (even_width && column % 2 == 1);
        const double turns = std::arg(std::complex<double>(turned ? -v : v)) / (2 * std::acos(-1.0));
        out.push_back(static_cast<float>(turns < 0 ? turns + 1 : turns));
    });
    return out;
}

}  // namespace stockham::tools
