// The Shepp-Logan phantom as a picture, and its Fourier transform in closed form.
//
// Ten ellipses (L. Shepp, B. Logan, 1974) with the higher contrast of P. Toft (1996).
#include "image/phantom.hpp"

#include <algorithm>
#include <cmath>

#include <math.h>  // ::j1 of POSIX is fifty times faster here than std::cyl_bessel_j

#include <fmt/format.h>

#include "fault.hpp"
#include "imaging/base/frequency.hpp"
#include "tools/harness/parallel.hpp"

namespace stockham::tools {

namespace {

const double pi = std::acos(-1.0);

struct ellipse {
    double value;    // added inside the ellipse
    double a, b;     // semi-axes
    double x, y;     // centre
    double degrees;  // counterclockwise rotation
};

const ellipse ellipses[] = {
    {1.0, 0.69, 0.92, 0, 0, 0},           {-0.8, 0.6624, 0.874, 0, -0.0184, 0},  {-0.2, 0.11, 0.31, 0.22, 0, -18},
    {-0.2, 0.16, 0.41, -0.22, 0, 18},     {0.1, 0.21, 0.25, 0, 0.35, 0},         {0.1, 0.046, 0.046, 0, 0.1, 0},
    {0.1, 0.046, 0.046, 0, -0.1, 0},      {0.1, 0.046, 0.023, -0.08, -0.605, 0}, {0.1, 0.023, 0.023, 0, -0.606, 0},
    {0.1, 0.023, 0.046, 0.06, -0.605, 0},
};

struct turned_ellipse {
    ellipse e;
    double cosine, sine;
};

std::vector<turned_ellipse> turned_ellipses() {
    std::vector<turned_ellipse> all;
    for (const ellipse& e : ellipses)
        all.push_back({e, std::cos(e.degrees * pi / 180), std::sin(e.degrees * pi / 180)});
    return all;
}

double value_at(const std::vector<turned_ellipse>& all, double x, double y) {
    double value = 0;
    for (const auto& [e, c, s] : all) {
        const double across = ((x - e.x) * c + (y - e.y) * s) / e.a;
        const double along = ((y - e.y) * c - (x - e.x) * s) / e.b;
        if (across * across + along * along <= 1) value += e.value;
    }
    return value;
}

// The transform of all ellipses at (u, v) cycles per unit length. That of the unit disc is J1(2 pi q) / q. Stretching
// scales the frequency and the value by the semi-axes; a shift changes the phase.
std::complex<double> transform_at(const std::vector<turned_ellipse>& all, double u, double v) {
    std::complex<double> sum = 0;
    for (const auto& [e, c, s] : all) {
        const double q = std::hypot(e.a * (u * c + v * s), e.b * (v * c - u * s));
        const double disc = q < 1e-9 ? pi : ::j1(2 * pi * q) / q;
        sum += e.value * e.a * e.b * disc * std::polar(1.0, -2 * pi * (u * e.x + v * e.y));
    }
    return sum;
}

// Replaces each of `n` values at stride `step` by the minimum (`low`) or maximum (`high`) within `margin` of it.
void spread_line(float* low, float* high, std::size_t n, std::size_t step, std::size_t margin) {
    std::vector<float> lows(n);
    std::vector<float> highs(n);
    for (std::size_t i = 0; i < n; ++i) {
        lows[i] = low[i * step];
        highs[i] = high[i * step];
    }
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t first = i - std::min(i, margin);
        const std::size_t last = std::min(n, i + margin + 1);
        low[i * step] = *std::min_element(lows.begin() + first, lows.begin() + last);
        high[i * step] = *std::max_element(highs.begin() + first, highs.begin() + last);
    }
}

std::vector<bool> far_from_edges(const real_plane& p, std::size_t margin) {
    std::vector<float> low = p.values;
    std::vector<float> high = low;
    for (std::size_t y = 0; y < p.height; ++y) spread_line(&low[y * p.width], &high[y * p.width], p.width, 1, margin);
    for (std::size_t x = 0; x < p.width; ++x) spread_line(&low[x], &high[x], p.height, p.width, margin);
    std::vector<bool> far(p.values.size());
    for (std::size_t i = 0; i < far.size(); ++i) far[i] = high[i] - low[i] < 0.05f;  // the smallest step is 0.1
    return far;
}

}  // namespace

real_plane phantom_picture(std::size_t n, unsigned samples) {
    const auto all = turned_ellipses();
    real_plane p(n, n);
    const double size = static_cast<double>(n);
    // The coordinate, -1 to 1, of sub-sample s of pixel i.
    const auto place = [&](std::size_t i, unsigned s) {
        return (2 * (static_cast<double>(i) + (s + 0.5) / samples) - size) / size;
    };
    harness::parallel_for(n, 16, [&](std::size_t first, std::size_t last) {
        for (std::size_t y = first; y < last; ++y)
            for (std::size_t x = 0; x < n; ++x) {
                double sum = 0;
                for (unsigned s = 0; s < samples * samples; ++s)
                    sum += value_at(all, place(x, s % samples), -place(y, s / samples));
                p.values[y * n + x] = static_cast<float>(sum / (samples * samples));
            }
    });
    return p;
}

plane phantom_k_space(std::size_t n, double blur) {
    const auto all = turned_ellipses();
    plane p(n, n);
    const double size = static_cast<double>(n);
    harness::parallel_for(n, 16, [&](std::size_t first, std::size_t last) {
        for (std::size_t y = first; y < last; ++y)
            for (std::size_t x = 0; x < n; ++x) {
                // Frequencies in cycles per pixel. The square is 2 wide, and rows count downwards. The centre of pixel
                // j is at (2j + 1 - n) / n: the inverse transform has exp(2 pi i f j), the rest of the phase is applied
                // here.
                const double fx = imaging_internal::frequency(x, n);
                const double fy = imaging_internal::frequency(y, n);
                const double blurred = std::exp(-2 * pi * pi * blur * blur * (fx * fx + fy * fy));
                const auto shift = std::polar(size * size / 4 * blurred, pi * (fx + fy) * (1 - size));
                p.values[y * n + x] = std::complex<float>(shift * transform_at(all, fx * size / 2, -fy * size / 2));
            }
    });
    return p;
}

phantom_comparison compare_with_phantom(const plane& rebuilt, std::size_t margin) {
    const real_plane truth = phantom_picture(rebuilt.width, 1);
    const std::vector<bool> counts = far_from_edges(truth, margin);
    double error = 0;
    double total = 0;
    std::size_t counted = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (!counts[i]) continue;
        error += std::norm(std::complex<double>(rebuilt.values[i]) - double{truth.values[i]});
        total += std::norm(double{truth.values[i]});
        ++counted;
    }
    // Fails if there is nothing to compare.
    if (total == 0) return {1, 0};
    return {std::sqrt(error / total), static_cast<double>(counted) / static_cast<double>(counts.size())};
}

std::size_t phantom_size(const std::string& text) {
    const std::string word = "phantom";
    if (text == word) return default_phantom_size;
    if (text.compare(0, word.size() + 1, word + ":") != 0) return 0;
    const std::string number = text.substr(word.size() + 1);
    const bool digits = !number.empty() && number.size() < 6 &&
                        std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
    const std::size_t n = digits ? std::stoul(number) : 0;
    if (n < 1 || n > largest_phantom)
        throw usage_error(fmt::format("{}: the size of a phantom must be 1 to {} pixels", text, largest_phantom));
    return n;
}

}  // namespace stockham::tools
