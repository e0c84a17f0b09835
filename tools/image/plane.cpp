// Planes of real or complex numbers, and their conversion from and to pictures.
#include "image/plane.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "array/convert.hpp"
#include "bytes.hpp"
#include "fault.hpp"
#include "format/decode.hpp"

namespace stockham::tools {

namespace {

// Calls use(value, row, column) for each point, in the order of a picture with the zero frequency in the middle.
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

// Calls use(index, value) for all elements of an array.
template <class Use>
void for_each_number(const std::vector<std::uint8_t>& bytes, const npy_header& header, Use use) {
    constexpr std::size_t block = 4096;
    const converter convert = find_converter(header.type, precision::f64);
    std::vector<std::complex<double>> values(std::min(block, header.elements));
    for (std::size_t first = 0; first < header.elements; first += block) {
        const std::size_t n = std::min(block, header.elements - first);
        convert(bytes.data() + header.data_offset + first * header.type.size, n, values.data());
        for (std::size_t i = 0; i < n; ++i) use(first + i, values[i]);
    }
}

// The zero frequency is much larger than the rest, so white starts at the 99.9th percentile. The lower bound keeps the
// spectrum of a uniform picture dark.
float white_point(std::vector<float> values) {
    const float largest = *std::max_element(values.begin(), values.end());
    const auto place = values.begin() + static_cast<std::ptrdiff_t>(static_cast<double>(values.size() - 1) * 0.999);
    std::nth_element(values.begin(), place, values.end());
    return std::max(*place, 0.3f * largest);
}

}  // namespace

template <class T>
planes_of<T> luminance(const picture& image) {
    planes_of<T> p(image.width, image.height);
    const double unit = 1.0 / image.white();
    with_samples(image, [&](const auto* samples) {
        for (std::size_t i = 0; i < p.values.size(); ++i) {
            const auto* s = samples + i * image.channels;
            const auto level = [&](unsigned c) { return static_cast<double>(s[c]); };
            const double value =
                image.colours() == 1 ? level(0) : 0.2126 * level(0) + 0.7152 * level(1) + 0.0722 * level(2);
            p.values[i] = static_cast<T>(value * unit);
        }
    });
    return p;
}

real_plane scaled_luminance(const picture& image) {
    if (!is_float(image.type)) return luminance<float>(image);
    const planes_of<double> p = luminance<double>(image);
    double largest = 0;
    for (const double v : p.values) largest = std::max(largest, std::abs(v));
    real_plane out(p.width, p.height);
    std::transform(p.values.begin(), p.values.end(), out.values.begin(),
                   [&](double v) { return static_cast<float>(largest > 0 ? v / largest : 0.0); });
    return out;
}

template <class T>
planes_of<T> take_channels(const picture& image) {
    planes_of<T> p(image.width, image.height, image.colours());
    const std::size_t pixels = image.pixels();
    with_samples(image, [&](const auto* samples) {
        for (std::size_t c = 0; c < p.count; ++c)
            for (std::size_t i = 0; i < pixels; ++i)
                p.values[c * pixels + i] = static_cast<T>(samples[i * image.channels + c]);
    });
    return p;
}

template planes_of<float> luminance(const picture&);
template planes_of<double> luminance(const picture&);
template planes_of<float> take_channels(const picture&);
template planes_of<double> take_channels(const picture&);

plane decode_plane(const std::vector<std::uint8_t>& bytes, const std::string& name, std::size_t max_pixels) {
    const npy_header header = parse_npy(bytes, name);
    if (header.shape.size() != 2)
        throw job_error(
            fmt::format("{}: the array must have 2 dimensions (got shape {})", name, shape_text(header.shape)));
    check_pixels({name, header.shape[1], header.shape[0], bytes.size()}, max_pixels);
    double largest = 0;
    for_each_number(bytes, header, [&](std::size_t, std::complex<double> v) {
        if (!std::isfinite(v.real()) || !std::isfinite(v.imag()))
            throw job_error(fmt::format("{}: contains numbers that are not finite", name));
        largest = std::max(largest, std::abs(v));
    });
    plane p(header.shape[1], header.shape[0]);
    for_each_number(bytes, header, [&](std::size_t i, std::complex<double> v) {
        p.values[i] = std::complex<float>(largest > 0 ? v / largest : 0.0);
    });
    return p;
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

std::vector<float> decibel_share(const plane& spectrum, double low, double high) {
    double largest = 0;
    for (const auto& v : spectrum.values) largest = std::max(largest, std::abs(std::complex<double>(v)));
    std::vector<float> out;
    out.reserve(spectrum.values.size());
    for_each_centred(spectrum, [&](std::complex<float> v, std::size_t, std::size_t) {
        const double share = largest > 0 ? std::abs(std::complex<double>(v)) / largest : 0;
        const double decibels = share > 0 ? 20 * std::log10(share) : low;
        out.push_back(static_cast<float>(std::clamp((decibels - low) / (high - low), 0.0, 1.0)));
    });
    return out;
}

std::vector<float> phase_share(const plane& spectrum) {
    std::vector<float> out;
    out.reserve(spectrum.values.size());
    // Moving the origin by m of n points rotates frequency k by k m / n turns.
    const auto turned = [](std::size_t k, std::size_t n) {
        return static_cast<double>(k * (n / 2) % n) / static_cast<double>(n);
    };
    for_each_centred(spectrum, [&](std::complex<float> v, std::size_t row, std::size_t column) {
        const double turns = std::arg(std::complex<double>(v)) / (2 * std::acos(-1.0)) + turned(row, spectrum.height) +
                             turned(column, spectrum.width);
        out.push_back(static_cast<float>(turns - std::floor(turns)));
    });
    return out;
}

}  // namespace stockham::tools
