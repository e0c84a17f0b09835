// A spectrum as values from 0 to 1 that a colour map paints, with the zero frequency in the middle.
#include "image/shown_spectrum.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

namespace stockham::tools {

namespace {

// The index of the frequency at a place of a picture with the zero frequency in the middle.
std::size_t frequency_at(std::size_t place, std::size_t n) {
    return (place + n - n / 2) % n;
}

// The squares of floats neither overflow nor vanish in double precision.
double magnitude(std::complex<float> v) {
    return std::sqrt(std::norm(std::complex<double>(v)));
}

template <class Use>
void for_each_point(const spectrum_view& s, Use use) {
    for (std::size_t y = 0; y < s.height(); ++y)
        for (std::size_t x = 0; x < s.width(); ++x) use(s.at(y, x));
}

double largest_magnitude(const spectrum_view& s) {
    double largest = 0;
    for_each_point(s, [&](std::complex<float> v) { largest = std::max(largest, magnitude(v)); });
    return largest;
}

// The value with index `rank` of the values that `each` passes to its argument, in ascending order. The bits of floats
// that are not negative are ordered as the floats: two passes over halves of the bits find the value without a copy.
template <class Each>
float value_of_rank(std::size_t rank, Each each) {
    const auto bits_of = [](float value) {
        std::uint32_t bits;
        std::memcpy(&bits, &value, sizeof bits);
        return bits;
    };
    constexpr unsigned half = 16;
    const auto bucket_of_rank = [&](auto count_all) {
        std::vector<std::size_t> counts(std::size_t{1} << half);
        count_all(counts);
        std::size_t bucket = 0;
        for (; rank >= counts[bucket]; ++bucket) rank -= counts[bucket];
        return static_cast<std::uint32_t>(bucket);
    };
    const std::uint32_t high =
        bucket_of_rank([&](auto& counts) { each([&](float value) { ++counts[bits_of(value) >> half]; }); });
    const std::uint32_t low = bucket_of_rank([&](auto& counts) {
        each([&](float value) {
            const std::uint32_t bits = bits_of(value);
            if (bits >> half == high) ++counts[bits & ((1u << half) - 1)];
        });
    });
    const std::uint32_t bits = high << half | low;
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

// The magnitude that 0.1 % of the points exceed.
double high_magnitude(const spectrum_view& s) {
    const std::size_t count = s.width() * s.height();
    const auto rank = static_cast<std::size_t>(static_cast<double>(count - 1) * 0.999);
    return static_cast<double>(value_of_rank(rank, [&](auto use) {
        for_each_point(s, [&](std::complex<float> v) { use(static_cast<float>(magnitude(v))); });
    }));
}

}  // namespace

value_rows log_magnitude(const spectrum_view& s) {
    const double scale = 1024 / std::sqrt(static_cast<double>(s.width()) * static_cast<double>(s.height()));
    const auto value_of = [scale](double m) { return std::log1p(scale * m); };
    // The zero frequency is much larger than the rest, so white starts at the 99.9th percentile. The lower bound keeps
    // the spectrum of a uniform picture dark.
    const double white = std::max(value_of(high_magnitude(s)), 0.3 * value_of(largest_magnitude(s)));
    return [s, white, value_of](std::size_t y, float* row) {
        const std::size_t v = frequency_at(y, s.height());
        for (std::size_t x = 0; x < s.width(); ++x) {
            const double value = value_of(magnitude(s.at(v, frequency_at(x, s.width()))));
            row[x] = static_cast<float>(white > 0 ? std::min(value / white, 1.0) : value);
        }
    };
}

value_rows decibel_share(const spectrum_view& s, double low, double high) {
    const double largest = largest_magnitude(s);
    return [s, low, high, largest](std::size_t y, float* row) {
        const std::size_t v = frequency_at(y, s.height());
        for (std::size_t x = 0; x < s.width(); ++x) {
            const double share = largest > 0 ? magnitude(s.at(v, frequency_at(x, s.width()))) / largest : 0;
            const double decibels = share > 0 ? 20 * std::log10(share) : low;
            row[x] = static_cast<float>(std::clamp((decibels - low) / (high - low), 0.0, 1.0));
        }
    };
}

value_rows phase_share(const spectrum_view& s) {
    // Moving the origin by m of n points rotates frequency k by k m / n turns.
    const auto turned = [](std::size_t k, std::size_t n) {
        return static_cast<double>(k * (n / 2) % n) / static_cast<double>(n);
    };
    return [s, turned](std::size_t y, float* row) {
        const std::size_t v = frequency_at(y, s.height());
        for (std::size_t x = 0; x < s.width(); ++x) {
            const std::size_t u = frequency_at(x, s.width());
            const double turns = std::arg(std::complex<double>(s.at(v, u))) / (2 * std::acos(-1.0)) +
                                 turned(v, s.height()) + turned(u, s.width());
            row[x] = static_cast<float>(turns - std::floor(turns));
        }
    };
}

}  // namespace stockham::tools
