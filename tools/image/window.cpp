// The Hann window, which reduces the influence of a picture's edges.
#include "image/window.hpp"

#include <cmath>
#include <numeric>

namespace stockham::tools {

std::vector<double> hann(std::size_t n) {
    const double turn = 2 * std::acos(-1.0);
    std::vector<double> window(n);
    for (std::size_t i = 0; i < n; ++i)
        window[i] = 0.5 - 0.5 * std::cos(turn * (static_cast<double>(i) + 0.5) / static_cast<double>(n));
    return window;
}

real_plane windowed(const real_plane& p, const std::vector<double>& down, const std::vector<double>& across) {
    const auto sum = [](const std::vector<double>& w) { return std::accumulate(w.begin(), w.end(), 0.0); };
    // Sums differences to the first value, so that a uniform plane becomes exactly 0.
    const double first = p.values.front();
    double rest = 0;
    for (std::size_t y = 0; y < p.height; ++y)
        for (std::size_t x = 0; x < p.width; ++x) rest += down[y] * across[x] * (p.values[y * p.width + x] - first);
    const double mean = first + rest / (sum(down) * sum(across));
    real_plane out(p.width, p.height);
    for (std::size_t y = 0; y < p.height; ++y)
        for (std::size_t x = 0; x < p.width; ++x)
            out.values[y * p.width + x] = static_cast<float>(down[y] * across[x] * (p.values[y * p.width + x] - mean));
    return out;
}

}  // namespace stockham::tools
