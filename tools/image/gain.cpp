// The gain of a picture filter at a frequency.
#include "image/gain.hpp"

#include <cmath>

#include "image/frequency.hpp"

namespace stockham::tools {

namespace {

// Frequencies have a period of one cycle per pixel, so 0.5 and -0.5 are equal.
double wrapped_distance(double u, double v, const std::pair<double, double>& centre) {
    return std::hypot(std::remainder(u - centre.first, 1.0), std::remainder(v - centre.second, 1.0));
}

double notch_gain(const filter& f, double u, double v, const std::pair<double, double>& centre) {
    const std::pair<double, double> mirror(-centre.first, -centre.second);
    const double here = low_pass_gain(f.shape, wrapped_distance(u, v, centre), f.radius, f.order);
    // A notch at the zero frequency or the Nyquist frequency is its own mirror image and applies once.
    if (wrapped_distance(mirror.first, mirror.second, centre) < 1e-12) return 1 - here;
    const double there = low_pass_gain(f.shape, wrapped_distance(u, v, mirror), f.radius, f.order);
    return (1 - here) * (1 - there);
}

double size_gain(const filter& f, double distance) {
    const auto falling = [&](double size) { return std::exp(-std::pow(2 * size * distance, 2)); };
    if (distance == 0) return 1;
    return (f.large > 0 ? 1 - falling(f.large) : 1) * (f.small > 0 ? falling(f.small) : 1);
}

double stripes_gain(const filter& f, double u, double v) {
    if (f.stripes == stripes::none) return 1;
    if (f.stripes == stripes::vertical) std::swap(u, v);
    const auto near_zero = [&](double x) { return low_pass_gain(shape::gaussian, x, f.radius, 1); };
    return 1 - near_zero(u) * (1 - near_zero(v));
}

}  // namespace

double low_pass_gain(shape s, double distance, double edge, int order) {
    // Equal distances may differ by rounding. All frequencies on the edge are kept.
    constexpr double rounding = 1e-12;
    const double share = distance / edge;
    switch (s) {
    case shape::ideal:
        return distance <= edge + rounding ? 1 : 0;
    case shape::gaussian:
        return std::exp2(-share * share);
    case shape::butterworth:
        return 1 / (1 + std::pow(share, 2 * order));
    }
    return 1;
}

double gain(const filter& f, double u, double v) {
    const double distance = std::hypot(u, v);
    double g = 1;
    if (f.band == band::low_pass || f.band == band::band_pass) g *= low_pass_gain(f.shape, distance, f.high, f.order);
    if (f.band == band::high_pass || f.band == band::band_pass)
        g *= 1 - low_pass_gain(f.shape, distance, f.low, f.order);
    g *= size_gain(f, distance) * stripes_gain(f, u, v);
    for (const auto& centre : f.notches) g *= notch_gain(f, u, v, centre);
    return g;
}

template <class T>
void take_gains(const filter& f, std::size_t width, std::size_t height, std::size_t y, T* row) {
    const std::size_t columns = width / 2 + 1;
    const double v = frequency(y, height);
    for (std::size_t x = 0; x < columns; ++x) {
        const double g = gain(f, frequency(x, width), v);
        row[x] = static_cast<T>(f.mask.empty() ? g : g * f.mask[y * columns + x]);
    }
}

template void take_gains(const filter&, std::size_t, std::size_t, std::size_t, float*);
template void take_gains(const filter&, std::size_t, std::size_t, std::size_t, double*);

std::vector<double> half_gains(const filter& f, std::size_t width, std::size_t height) {
    const std::size_t columns = width / 2 + 1;
    std::vector<double> gains(columns * height);
    for (std::size_t y = 0; y < height; ++y) take_gains(f, width, height, y, &gains[y * columns]);
    return gains;
}

bool removes_mean(const filter& f) {
    return gain(f, 0, 0) * (f.mask.empty() ? 1 : f.mask.front()) < 0.5;
}

}  // namespace stockham::tools
