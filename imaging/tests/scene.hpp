// A scene of soft spots whose picture is known at every shift, rotation and scale.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

#include <stockham/imaging/registration.hpp>

namespace imaging_tests {

class scene {
  public:
    /// Spots all over an area of some pictures of this side.
    scene(std::size_t side, unsigned seed) : side_(static_cast<double>(side)) {
        std::mt19937 random(seed);
        std::uniform_real_distribution<double> place(-1.2 * side_, 1.2 * side_), size(0.7, 4), level(-60, 60);
        for (std::size_t k = 0; k < side * side / 8; ++k)
            spots_.push_back({place(random), place(random), size(random), level(random)});
    }

    /// The part of {height, width} points that a registration against the scene itself describes.
    template <class T = float>
    std::vector<T> picture(std::size_t height, std::size_t width, const stockham::imaging::registration& r = {}) const {
        std::vector<double> sum(height * width, 128);
        const double angle = r.angle * std::acos(-1.0) / 180, c = r.scale * std::cos(angle),
                     s = r.scale * std::sin(angle);
        for (const spot& each : spots_) {
            const double y = c * each.y - s * each.x + r.down + 0.5 * static_cast<double>(height - 1);
            const double x = s * each.y + c * each.x + r.right + 0.5 * static_cast<double>(width - 1);
            const double size = each.size * r.scale, reach = 4.5 * size;
            const auto from = [&](double at) { return static_cast<std::size_t>(std::max(0.0, std::ceil(at - reach))); };
            const auto to = [&](double at, std::size_t n) {
                return static_cast<std::size_t>(std::clamp(std::floor(at + reach) + 1, 0.0, static_cast<double>(n)));
            };
            for (std::size_t i = from(y); i < to(y, height); ++i)
                for (std::size_t j = from(x); j < to(x, width); ++j) {
                    const double dy = static_cast<double>(i) - y, dx = static_cast<double>(j) - x;
                    sum[i * width + j] += each.level * std::exp(-(dy * dy + dx * dx) / (2 * size * size));
                }
        }
        return {sum.begin(), sum.end()};
    }

  private:
    struct spot {
        double y, x, size, level;
    };
    double side_;
    std::vector<spot> spots_;
};

/// Adds noise of this deviation.
template <class T>
void add_noise(std::vector<T>& picture, double deviation, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> noise(0, deviation);
    for (T& each : picture) each += static_cast<T>(noise(random));
}

}  // namespace imaging_tests
