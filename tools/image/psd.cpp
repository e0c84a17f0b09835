// The power spectral density of a plane, averaged over directions.
#include "image/psd.hpp"

#include <algorithm>
#include <cmath>

#include "image/frequency.hpp"
#include "image/spectra.hpp"

namespace stockham::tools {

template <class T>
std::vector<spectral_power> radial_power(const engine& e, const planes_of<T>& p, window_shape shape, trend removed) {
    const auto down = window_of(shape, p.height);
    const auto across = window_of(shape, p.width);
    const complex_planes<T> half = half_spectra(e, windowed(p, down, across, removed));
    const auto energy = [](const std::vector<double>& w) {
        double sum = 0;
        for (const double v : w) sum += v * v;
        return sum;
    };
    const std::size_t longer = std::max(p.width, p.height);
    const frequency_rings rings(p.width, p.height);
    std::vector<double> powers(longer / 2 + 1), weights(powers.size());
    for (std::size_t y = 0; y < half.height; ++y)
        for (std::size_t x = 0; x < half.width; ++x) {
            const std::size_t ring = rings.ring(y, x);
            if (ring >= powers.size()) continue;
            const double times = x == 0 || 2 * x == p.width ? 1 : 2;  // other columns also represent their mirror image
            powers[ring] += times * std::norm(std::complex<double>(half.values[y * half.width + x]));
            weights[ring] += times;
        }
    std::vector<spectral_power> result;
    for (std::size_t ring = 1; ring < powers.size(); ++ring)
        result.push_back({static_cast<double>(ring) / static_cast<double>(longer),
                          powers[ring] / (weights[ring] * energy(down) * energy(across))});
    return result;
}

template std::vector<spectral_power> radial_power(const engine&, const planes_of<float>&, window_shape, trend);
template std::vector<spectral_power> radial_power(const engine&, const planes_of<double>&, window_shape, trend);

}  // namespace stockham::tools
