// The power spectral density of planes, and its average over directions.
#include "image/psd.hpp"

#include <algorithm>
#include <cmath>

namespace stockham::tools {

namespace {

double sum_of_powers(const std::vector<double>& window, int exponent) {
    double sum = 0;
    for (const double w : window) sum += std::pow(w, exponent);
    return sum;
}

double bandwidth_of(window_choice window, std::size_t n) {
    const auto w = window_of(window, n);
    return static_cast<double>(n) * sum_of_powers(w, 4) / std::pow(sum_of_powers(w, 2), 2);
}

}  // namespace

template <class T>
planes_of<double> half_power(const engine& e, spectral_planes<T> p, window_choice window, trend removed) {
    const auto down = window_of(window, p.height());
    const auto across = window_of(window, p.width());
    apply_window(p, down, across, removed);
    p.to_spectra(e);
    const double energy = sum_of_powers(down, 2) * sum_of_powers(across, 2);
    planes_of<double> power(p.columns(), p.height());
    auto to = power.values.begin();
    for (std::size_t y = 0; y < p.height(); ++y)
        to = std::transform(p.spectrum_row(0, y), p.spectrum_row(0, y) + p.columns(), to,
                            [&](std::complex<T> v) { return std::norm(std::complex<double>(v)) / energy; });
    return power;
}

template planes_of<double> half_power(const engine&, spectral_planes<float>, window_choice, trend);
template planes_of<double> half_power(const engine&, spectral_planes<double>, window_choice, trend);

planes_of<double> centred_power(const planes_of<double>& half, std::size_t width) {
    const std::size_t height = half.height;
    planes_of<double> full(width, height);
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x) {
            const std::size_t row = (y + height - height / 2) % height, column = (x + width - width / 2) % width;
            const bool mirrored = column > width / 2;
            full.values[y * width + x] = half.values[(mirrored ? (height - row) % height : row) * half.width +
                                                     (mirrored ? width - column : column)];
        }
    return full;
}

ring_averages::ring_averages(std::size_t width, std::size_t height, window_choice window)
    : width_(width), height_(height), longer_(std::max(width, height)),
      bandwidth_(std::sqrt(bandwidth_of(window, width) * bandwidth_of(window, height))), rings_(width, height),
      sums_(longer_ / 2 + 1) {}

void ring_averages::add(const planes_of<double>& half) {
    for (std::size_t y = 0; y < half.height; ++y)
        for (std::size_t x = 0; x < half.width; ++x) {
            const std::size_t ring = rings_.ring(y, x);
            if (ring >= sums_.size()) continue;
            // Columns between the first and the Nyquist frequency also represent their mirror images. In those two, a
            // point's mirror image is in the same column, or the point itself.
            const bool in_column = x == 0 || 2 * x == width_;
            const bool own_mirror = in_column && (y == 0 || 2 * y == height_);
            const double weight = in_column ? 1 : 2;
            const double power = half.values[y * half.width + x];
            sums& s = sums_[ring];
            s.weight += weight;
            s.power += weight * power;
            s.square += weight * power * power;
            s.count += own_mirror ? 1 : weight / 2;
        }
}

std::vector<spectral_power> ring_averages::rows() const {
    std::vector<spectral_power> rows;
    for (std::size_t ring = 1; ring < sums_.size(); ++ring) {
        const sums& s = sums_[ring];
        const double mean = s.power / s.weight;
        const double variance = std::max(0.0, s.square / s.weight - mean * mean);
        // The deviation from the mean of the same points is too small by (n - 1) / n.
        const double error = s.count > 1 ? std::sqrt(variance * bandwidth_ / (s.count - 1)) : mean;
        rows.push_back({static_cast<double>(ring) / static_cast<double>(longer_), mean, error,
                        static_cast<std::size_t>(std::lround(s.count))});
    }
    return rows;
}

}  // namespace stockham::tools
