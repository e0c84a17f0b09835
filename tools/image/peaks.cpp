// Peaks in the spectrum of a picture: regular patterns such as hum, a screen or a weave.
#include "image/peaks.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "fault.hpp"
#include "image/frequency.hpp"
#include "image/shown_spectrum.hpp"
#include "image/window.hpp"

namespace stockham::tools {

namespace {

constexpr long peak_reach = 2;     // a window of Hann widens a line to five points
constexpr long around_reach = 8;   // of the surroundings
constexpr long content_reach = 8;  // of the content around the zero frequency
constexpr std::size_t least_side = 32;

// The powers of a spectrum, with indices that wrap around.
class power_map {
  public:
    explicit power_map(const spectrum_view& spectrum) : spectrum_(spectrum) {}

    float at(long x, long y) const {
        const auto within = [](long i, std::size_t n) {
            const auto length = static_cast<long>(n);
            return static_cast<std::size_t>((i % length + length) % length);
        };
        return std::norm(spectrum_.at(within(y, spectrum_.height()), within(x, spectrum_.width())));
    }

    // True for the largest point of its square; of equal points only the first is.
    bool is_peak(long x, long y) const {
        const float own = at(x, y);
        for (long j = -peak_reach; j <= peak_reach; ++j)
            for (long i = -peak_reach; i <= peak_reach; ++i) {
                const bool before = j < 0 || (j == 0 && i < 0);
                if ((i != 0 || j != 0) && (before ? at(x + i, y + j) >= own : at(x + i, y + j) > own)) return false;
            }
        return own > 0;
    }

    float median_around(long x, long y) const {
        std::vector<float> around;
        for (long j = -around_reach; j <= around_reach; ++j)
            for (long i = -around_reach; i <= around_reach; ++i)
                if (std::max(std::abs(i), std::abs(j)) > peak_reach) around.push_back(at(x + i, y + j));
        const auto middle = around.begin() + static_cast<std::ptrdiff_t>(around.size() / 2);
        std::nth_element(around.begin(), middle, around.end());
        return *middle;
    }

  private:
    spectrum_view spectrum_;
};

// The place of the top of a parabola through the logarithms of three powers, relative to the middle one.
double top_between(float before, float middle, float after) {
    const double a = std::log(std::max(before, 1e-30f)), b = std::log(std::max(middle, 1e-30f)),
                 c = std::log(std::max(after, 1e-30f));
    const double curvature = a - 2 * b + c;
    return curvature < 0 ? std::clamp(0.5 * (a - c) / curvature, -0.5, 0.5) : 0;
}

}  // namespace

std::vector<spectral_peak> find_peaks(const engine& e, spectral_planes<float> p, std::size_t most, double least) {
    if (p.width() < least_side || p.height() < least_side)
        throw job_error(fmt::format("peaks are found in pictures of at least {0} x {0} pixels (got {1} x {2})",
                                    least_side, p.width(), p.height()));
    const window_choice hann = {window_shape::hann};
    const auto down = window_of(hann, p.height()), across = window_of(hann, p.width());
    apply_window(p, down, across, trend::constant);
    p.to_spectra(e);
    const power_map powers(p);
    const double weight =
        std::accumulate(down.begin(), down.end(), 0.0) * std::accumulate(across.begin(), across.end(), 0.0);
    const auto width = static_cast<long>(p.width()), height = static_cast<long>(p.height());
    std::vector<spectral_peak> peaks;
    for (long y = 0; y <= height / 2; ++y)
        for (long x = -((width - 1) / 2); x <= width / 2; ++x) {
            if (y <= content_reach && std::abs(x) <= content_reach) continue;
            if ((y == 0 || 2 * y == height) && x < 0) continue;  // the mirror image is in the same row
            if (!powers.is_peak(x, y)) continue;
            const double power = static_cast<double>(powers.at(x, y));
            const double prominence = power / std::max(static_cast<double>(powers.median_around(x, y)), 1e-30);
            if (prominence < least) continue;
            const double u =
                static_cast<double>(x) + top_between(powers.at(x - 1, y), powers.at(x, y), powers.at(x + 1, y));
            const double v =
                static_cast<double>(y) + top_between(powers.at(x, y - 1), powers.at(x, y), powers.at(x, y + 1));
            peaks.push_back({u / static_cast<double>(p.width()), v / static_cast<double>(p.height()),
                             2 * std::sqrt(power) / weight, prominence});
        }
    std::sort(peaks.begin(), peaks.end(),
              [](const spectral_peak& a, const spectral_peak& b) { return a.prominence > b.prominence; });
    if (peaks.size() > most) peaks.resize(most);
    return peaks;
}

}  // namespace stockham::tools
