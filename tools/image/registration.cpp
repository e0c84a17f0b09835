// The shift between two pictures, by phase correlation.
#include "image/registration.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "fault.hpp"
#include "image/frequency.hpp"
#include "image/spectra.hpp"
#include "image/window.hpp"

namespace stockham::tools {

namespace {

using complex = std::complex<double>;

const double turn = 2 * std::acos(-1.0);

// The rounding error of luminances from 0 to 1 in float. The smallest contribution of a 16-bit level is 20 times as
// large.
constexpr double luminance_rounding = 0x1p-24;

// The factor of frequency k for a shift by `by` of n points. For even n the Nyquist frequency is its own mirror image,
// so its factor is real.
complex shift_factor(std::size_t k, std::size_t n, double by) {
    if (2 * k == n) return std::cos(turn / 2 * by);
    return std::polar(1.0, -turn * frequency(k, n) * by);
}

// A Hann window along both axes, or none.
struct window {
    std::vector<double> down, across;

    window(std::size_t width, std::size_t height, bool use)
        : down(use ? window_of(window_shape::hann, height) : std::vector<double>(height, 1.0)),
          across(use ? window_of(window_shape::hann, width) : std::vector<double>(width, 1.0)) {}

    static double power(const std::vector<double>& w) { return std::inner_product(w.begin(), w.end(), w.begin(), 0.0); }

    // The standard deviation in the spectrum of errors with deviation 1 in each point.
    double deviation() const { return std::sqrt(power(down) * power(across)); }

    // The window's noise bandwidth: the number of neighbouring points of a spectrum that are correlated.
    double bandwidth() const {
        const auto of = [](const std::vector<double>& w) {
            return static_cast<double>(w.size()) * power(w) / std::pow(std::accumulate(w.begin(), w.end(), 0.0), 2);
        };
        return of(down) * of(across);
    }
};

// Subtracts the mean, so that later rounding errors are relative to the variation. A uniform plane becomes exactly
// zero.
real_plane centred(const real_plane& p) {
    const double first = p.values.front();
    double rest = 0;
    for (const float v : p.values) rest += v - first;
    const double mean = first + rest / static_cast<double>(p.values.size());
    real_plane out(p.width, p.height);
    for (std::size_t i = 0; i < p.values.size(); ++i) out.values[i] = static_cast<float>(p.values[i] - mean);
    return out;
}

double root_mean_square(const plane& p) {
    double sum = 0;
    for (const auto& v : p.values) sum += std::norm(complex(v));
    return std::sqrt(sum / static_cast<double>(p.values.size()));
}

// The phase differences of two real planes: the half spectrum of their phase correlation, and the number of points of
// the full spectrum that are used. Points within the rounding errors are not used. There are two kinds of errors: those
// of the transform, relative to the size of the spectrum, and those of luminances, which are absolute.
struct phases {
    std::size_t width;
    plane half;
    double points = 0;

    // The multiplicity of column x in the full spectrum.
    double times(std::size_t x) const { return x == 0 || 2 * x == width ? 1 : 2; }
};

phases compare_phases(const engine& e, const real_plane& a, const real_plane& b, const window& w) {
    const plane fa = half_spectra(e, windowed(a, w.down, w.across, trend::constant));
    const plane fb = half_spectra(e, windowed(b, w.down, w.across, trend::constant));
    constexpr double transform_noise = 1e-5;
    const double luminance_noise = luminance_rounding * w.deviation();
    const double least_a = std::max(transform_noise * root_mean_square(fa), luminance_noise);
    const double least_b = std::max(transform_noise * root_mean_square(fb), luminance_noise);
    phases p{a.width, plane(fa.width, fa.height)};
    for (std::size_t i = 0; i < fa.values.size(); ++i) {
        const complex va(fa.values[i]), vb(fb.values[i]);
        if (!(std::abs(va) > least_a && std::abs(vb) > least_b)) continue;
        p.half.values[i] = std::complex<float>(vb / std::abs(vb) * std::conj(va) / std::abs(va));
        p.points += p.times(i % fa.width);
    }
    return p;
}

// The shift for an index; the upper half of the indices are negative shifts.
long as_shift(std::size_t place, std::size_t n) {
    return static_cast<long>(place) - (2 * place > n ? static_cast<long>(n) : 0);
}

struct whole_shift {
    long down = 0;
    long right = 0;
};

// The highest point of the phase correlation. Among nearly equal points the smallest shift is chosen, because planes
// that do not vary along an axis fit any shift along it.
whole_shift highest_pixel(const engine& e, const phases& p) {
    const real_plane correlation = from_half_spectra(e, p.half, p.width);
    const float enough = 0.999f * *std::max_element(correlation.values.begin(), correlation.values.end());
    whole_shift best;
    long best_distance = -1;
    for (std::size_t y = 0; y < correlation.height; ++y)
        for (std::size_t x = 0; x < correlation.width; ++x) {
            if (correlation.values[y * correlation.width + x] < enough) continue;
            const whole_shift here = {as_shift(y, correlation.height), as_shift(x, correlation.width)};
            const long distance = here.down * here.down + here.right * here.right;
            if (best_distance >= 0 && distance >= best_distance) continue;
            best = here;
            best_distance = distance;
        }
    return best;
}

// Weights the phases by their information about the shift. In each ring around the zero frequency, g is the share of
// the power that agrees with zero shift; the weight is g / (1 - g) (the maximum likelihood estimate of a delay: Hannan
// and Thomson 1973). Many pictures have only noise at high frequencies, which does not agree.
phases weighted(const phases& p) {
    const frequency_rings rings(p.width, p.half.height);
    std::vector<double> agreement(rings.count()), counts(rings.count());
    const auto each = [&](auto use) {
        for (std::size_t y = 0; y < p.half.height; ++y)
            for (std::size_t x = 0; x < p.half.width; ++x)
                if (const std::size_t i = y * p.half.width + x; p.half.values[i] != 0.0f) use(i, rings.ring(y, x), x);
    };
    each([&](std::size_t i, std::size_t r, std::size_t) {
        agreement[r] += p.half.values[i].real();
        ++counts[r];
    });
    std::vector<float> weights;
    for (std::size_t r = 0; r < counts.size(); ++r) {
        const double n = std::max(counts[r], 2.0), mean = std::max(agreement[r] / n, 0.0);
        const double g = std::clamp((mean * mean * n - 1) / (n - 1), 1e-4, 0.99);  // without agreement by chance
        weights.push_back(static_cast<float>(g / (1 - g)));
    }
    phases out = p;
    out.points = 0;
    each([&](std::size_t i, std::size_t r, std::size_t x) {
        out.half.values[i] *= weights[r];
        out.points += weights[r] * p.times(x);
    });
    return out;
}

// The phase correlation at the fractional shifts of a small grid, row by row. It evaluates the sum of the inverse
// transform; columns count as often as they occur in the full spectrum.
std::vector<double> correlation_at(const phases& p, const std::vector<double>& downs,
                                   const std::vector<double>& rights) {
    const plane& half = p.half;
    std::vector<complex> factors(rights.size() * half.width);
    for (std::size_t i = 0; i < rights.size(); ++i)
        for (std::size_t x = 0; x < half.width; ++x)
            factors[i * half.width + x] = p.times(x) * std::conj(shift_factor(x, p.width, rights[i]));
    std::vector<double> sums(downs.size() * rights.size());
    std::vector<complex> row(rights.size());
    for (std::size_t y = 0; y < half.height; ++y) {
        for (std::size_t i = 0; i < rights.size(); ++i) {
            complex sum = 0;
            for (std::size_t x = 0; x < half.width; ++x)
                sum += complex(half.values[y * half.width + x]) * factors[i * half.width + x];
            row[i] = sum;
        }
        for (std::size_t j = 0; j < downs.size(); ++j) {
            const complex factor = std::conj(shift_factor(y, half.height, downs[j]));
            for (std::size_t i = 0; i < rights.size(); ++i) sums[j * rights.size() + i] += (row[i] * factor).real();
        }
    }
    for (double& s : sums) s /= std::max(p.points, 1.0);
    return sums;
}

// 2 n + 1 shifts around `middle`, which comes first so that it wins ties.
std::vector<double> around(double middle, double step, int n) {
    std::vector<double> places = {middle};
    for (int i = 1; i <= n; ++i)
        for (const int side : {-1, 1}) places.push_back(middle + side * i * step);
    return places;
}

// The highest point near zero shift, searched on increasingly fine grids along the axes whose shift can be known.
shift refined(const phases& p, bool down_known, bool right_known) {
    constexpr int reach = 6;
    shift s;
    for (const double step : {0.25, 0.05, 0.01, 0.002}) {
        const auto downs = around(s.down, step, down_known ? reach : 0);
        const auto rights = around(s.right, step, right_known ? reach : 0);
        const auto values = correlation_at(p, downs, rights);
        const auto best = static_cast<std::size_t>(std::max_element(values.begin(), values.end()) - values.begin());
        s = {downs[best / rights.size()], rights[best % rights.size()], values[best]};
    }
    return s;
}

// The correlation that `points` unrelated phases reach at the best of `shifts` shifts. At one shift it is a mean of
// cosines with variance 1 / points, or more if a window correlates neighbours. Between pixels it may be a quarter
// higher: of 1198 pairs of noise, stripes and smooth noise, three exceeded that.
double chance(double points, double bandwidth, std::size_t shifts) {
    return 1.25 * std::sqrt(2 * std::log(static_cast<double>(shifts)) * bandwidth / points);
}

// If chance alone comes close to 1, no correlation is significant.
double above_chance(double correlation, double chance) {
    return chance < 0.75 ? std::max(0.0, (correlation - chance) / (1 - chance)) : 0;
}

double within(double by, std::size_t n) {
    return std::remainder(by, static_cast<double>(n));
}

}  // namespace

variation variation_of(const real_plane& p) {
    constexpr double least = 4 * luminance_rounding;
    variation v;
    for (std::size_t y = 0; y < p.height; ++y) {
        const float* row = &p.values[y * p.width];
        for (std::size_t x = 0; x < p.width; ++x) {
            v.down = v.down || std::abs(double{row[x]} - p.values[x]) > least;
            v.across = v.across || std::abs(double{row[x]} - row[0]) > least;
        }
    }
    return v;
}

shift find_shift(const engine& e, const real_plane& a, const real_plane& b, bool use_window) {
    const variation va = variation_of(a), vb = variation_of(b);
    shift found;
    found.down_known = va.down && vb.down;
    found.right_known = va.across && vb.across;
    if (!found.down_known && !found.right_known)
        throw job_error("cannot register: the pictures do not vary along the same axis");
    const window w(a.width, a.height, use_window);
    const real_plane fixed = centred(a), moving = centred(b);
    const phases coarse = compare_phases(e, fixed, moving, w);
    if (coarse.points == 0)
        throw job_error("cannot register: no frequency is above the rounding errors in both pictures");
    const whole_shift whole = highest_pixel(e, coarse);
    if (found.down_known) found.down = static_cast<double>(whole.down);
    if (found.right_known) found.right = static_cast<double>(whole.right);
    const std::size_t shifts = (found.down_known ? a.height : 1) * (found.right_known ? a.width : 1);
    // The window does not move with the content, so the planes are compared after undoing the shift found so far.
    constexpr int most_rounds = 8;
    constexpr double good_enough = 0.003;
    for (int round = 0; round < most_rounds; ++round) {
        const phases fine = compare_phases(e, fixed, shifted(e, moving, -found.down, -found.right), w);
        const shift rest = refined(weighted(fine), found.down_known, found.right_known);
        found.down += rest.down;
        found.right += rest.right;
        found.peak = above_chance(correlation_at(fine, {rest.down}, {rest.right}).front(),
                                  chance(fine.points, w.bandwidth(), shifts));
        if (std::hypot(rest.down, rest.right) < good_enough) break;
    }
    found.down = within(found.down, a.height);
    found.right = within(found.right, a.width);
    return found;
}

template <class T>
planes_of<T> shifted(const engine& e, const planes_of<T>& planes, double down, double right) {
    complex_planes<T> spectra = half_spectra(e, planes);
    for (std::size_t y = 0; y < spectra.height; ++y) {
        const complex row = shift_factor(y, spectra.height, down);
        for (std::size_t x = 0; x < spectra.width; ++x) {
            const std::complex<T> factor(row * shift_factor(x, planes.width, right));
            for (std::size_t c = 0; c < spectra.count; ++c)
                spectra.values[(c * spectra.height + y) * spectra.width + x] *= factor;
        }
    }
    return from_half_spectra(e, spectra, planes.width);
}

template planes_of<float> shifted(const engine&, const planes_of<float>&, double, double);
template planes_of<double> shifted(const engine&, const planes_of<double>&, double, double);

}  // namespace stockham::tools
