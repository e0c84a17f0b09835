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

}  // namespace

template <class T>
void take_luminance(const picture& image, std::size_t y, T* row) {
    const double unit = 1.0 / image.white();
    with_samples(image, [&](const auto* samples) {
        const unsigned colours = image.colours();
        for (std::size_t x = 0; x < image.width; ++x) {
            const auto* s = samples + (y * image.width + x) * image.channels;
            const auto level = [&](unsigned c) { return static_cast<double>(s[c]); };
            double value = 0;
            if (image.rgb)
                value = 0.2126 * level(0) + 0.7152 * level(1) + 0.0722 * level(2);
            else
                for (unsigned c = 0; c < colours; ++c) value += level(c) / colours;
            row[x] = static_cast<T>(value * unit);
        }
    });
}

template <class T>
void take_channel(const picture& image, std::size_t channel, std::size_t y, T* row) {
    with_samples(image, [&](const auto* samples) {
        const auto* s = samples + y * image.width * image.channels + channel;
        for (std::size_t x = 0; x < image.width; ++x) row[x] = static_cast<T>(s[x * image.channels]);
    });
}

double luminance_unit(const picture& image) {
    if (!is_float(image.type)) return 1;
    std::vector<double> row(image.width);
    double largest = 0;
    for (std::size_t y = 0; y < image.height; ++y) {
        take_luminance(image, y, row.data());
        for (const double v : row) largest = std::max(largest, std::abs(v));
    }
    return largest > 0 ? largest : 1;
}

template <class T>
planes_of<T> luminance(const picture& image) {
    planes_of<T> p(image.width, image.height);
    for (std::size_t y = 0; y < p.height; ++y) take_luminance(image, y, &p.values[y * p.width]);
    return p;
}

real_plane scaled_luminance(const picture& image) {
    const double unit = luminance_unit(image);
    real_plane p(image.width, image.height);
    std::vector<double> row(p.width);
    for (std::size_t y = 0; y < p.height; ++y) {
        take_luminance(image, y, row.data());
        for (std::size_t x = 0; x < p.width; ++x) p.values[y * p.width + x] = static_cast<float>(row[x] / unit);
    }
    return p;
}

template <class T>
planes_of<T> take_channels(const picture& image) {
    planes_of<T> p(image.width, image.height, image.colours());
    for (std::size_t c = 0; c < p.count; ++c)
        for (std::size_t y = 0; y < p.height; ++y) take_channel(image, c, y, &p.values[(c * p.height + y) * p.width]);
    return p;
}

template void take_luminance(const picture&, std::size_t, float*);
template void take_luminance(const picture&, std::size_t, double*);
template void take_channel(const picture&, std::size_t, std::size_t, float*);
template void take_channel(const picture&, std::size_t, std::size_t, double*);
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

}  // namespace stockham::tools
