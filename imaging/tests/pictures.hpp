// Pictures for tests, blurs of them by the definition, and errors.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

#include <stockham/imaging/boundary.hpp>

namespace imaging_tests {

/// A picture with a gradient, a disc and a bar, 10 to 110.
inline std::vector<double> scene(std::size_t height, std::size_t width) {
    std::vector<double> values(height * width);
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x) {
            const double v = static_cast<double>(y) / static_cast<double>(height) - 0.4;
            const double u = static_cast<double>(x) / static_cast<double>(width) - 0.6;
            double value = 10 + 40 * static_cast<double>(x) / static_cast<double>(width);
            if (u * u + v * v < 0.04) value += 60;
            if (std::abs(u + 0.4) < 0.06) value += 30;
            values[y * width + x] = value;
        }
    return values;
}

/// A Gaussian blur of side x side points with sum 1.
inline std::vector<double> gaussian(std::size_t side, double sigma) {
    std::vector<double> values;
    double sum = 0;
    const double middle = static_cast<double>(side / 2);
    for (std::size_t y = 0; y < side; ++y)
        for (std::size_t x = 0; x < side; ++x) {
            const double v = static_cast<double>(y) - middle, u = static_cast<double>(x) - middle;
            values.push_back(std::exp(-(u * u + v * v) / (2 * sigma * sigma)));
            sum += values.back();
        }
    for (double& value : values) value /= sum;
    return values;
}

enum class edge { zero, mirrored, periodic };

/// The sum that defines a convolution with a kernel of side x side points, whose origin is its middle; or the
/// correlation.
inline std::vector<double> convolved(const std::vector<double>& picture, std::size_t height, std::size_t width,
                                     const std::vector<double>& kernel, std::size_t side, edge beyond,
                                     bool correlate = false) {
    const auto place = [&](long at, long n) {
        if (at >= 0 && at < n) return at;
        if (beyond == edge::zero) return -1L;
        if (beyond == edge::periodic) return (at % n + n) % n;
        return at < 0 ? -1 - at : 2 * n - 1 - at;
    };
    std::vector<double> out(picture.size());
    const long middle = static_cast<long>(side / 2), sign = correlate ? 1 : -1;
    for (std::size_t i = 0; i < out.size(); ++i)
        for (std::size_t k = 0; k < kernel.size(); ++k) {
            const long down = sign * (static_cast<long>(k / side) - middle);
            const long right = sign * (static_cast<long>(k % side) - middle);
            const long y = place(static_cast<long>(i / width) + down, static_cast<long>(height));
            const long x = place(static_cast<long>(i % width) + right, static_cast<long>(width));
            if (y >= 0 && x >= 0)
                out[i] += kernel[k] * picture[static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x)];
        }
    return out;
}

inline void add_noise(std::vector<double>& picture, double sigma) {
    std::mt19937 random(7);
    std::normal_distribution<double> noise(0, sigma);
    for (double& value : picture) value += noise(random);
}

template <class T>
std::vector<T> in_precision(const std::vector<double>& values) {
    std::vector<T> out(values.size());
    std::transform(values.begin(), values.end(), out.begin(), [](double value) { return static_cast<T>(value); });
    return out;
}

inline std::vector<double> in_double(const std::vector<float>& values) {
    return {values.begin(), values.end()};
}

/// Root mean square of the difference.
template <class T>
double difference(const std::vector<T>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < b.size(); ++i) {
        const double d = static_cast<double>(a[i]) - b[i];
        sum += d * d;
    }
    return std::sqrt(sum / static_cast<double>(b.size()));
}

template <class T>
double largest_difference(const std::vector<T>& a, const std::vector<double>& b) {
    double largest = 0;
    for (std::size_t i = 0; i < b.size(); ++i) largest = std::max(largest, std::abs(static_cast<double>(a[i]) - b[i]));
    return largest;
}

}  // namespace imaging_tests
