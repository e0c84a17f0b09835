// Windows, which reduce the influence of a picture's edges, and trends, which are removed before them.
#include "image/window.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "fault.hpp"

namespace stockham::tools {

namespace {

// The plane a + b (x - mean x) + c (y - mean y).
struct fitted_plane {
    double a = 0, b = 0, c = 0;
    double middle_x, middle_y;

    double at(std::size_t x, std::size_t y) const {
        return a + b * (static_cast<double>(x) - middle_x) + c * (static_cast<double>(y) - middle_y);
    }
};

// Sums differences to the first value, so that a uniform plane becomes exactly 0.
template <class T>
double mean_of(const spectral_planes<T>& p) {
    const auto first = static_cast<double>(*p.row(0, 0));
    double rest = 0;
    for (std::size_t y = 0; y < p.height(); ++y) {
        const T* row = p.row(0, y);
        for (std::size_t x = 0; x < p.width(); ++x) rest += static_cast<double>(row[x]) - first;
    }
    return first + rest / static_cast<double>(p.width() * p.height());
}

// On a full grid the three functions are orthogonal, so each coefficient is a quotient of two sums.
template <class T>
void fit_slopes(const spectral_planes<T>& p, fitted_plane& fit) {
    double by_x = 0, by_y = 0;
    for (std::size_t y = 0; y < p.height(); ++y) {
        const T* row = p.row(0, y);
        for (std::size_t x = 0; x < p.width(); ++x) {
            const double value = static_cast<double>(row[x]) - fit.a;
            by_x += value * (static_cast<double>(x) - fit.middle_x);
            by_y += value * (static_cast<double>(y) - fit.middle_y);
        }
    }
    // The sum of (i - mean)^2 over n points is n (n^2 - 1) / 12.
    const auto squares = [](std::size_t n) {
        const auto length = static_cast<double>(n);
        return length * (length * length - 1) / 12;
    };
    if (p.width() > 1) fit.b = by_x / (squares(p.width()) * static_cast<double>(p.height()));
    if (p.height() > 1) fit.c = by_y / (squares(p.height()) * static_cast<double>(p.width()));
}

template <class T>
fitted_plane fit_trend(const spectral_planes<T>& p, trend removed) {
    fitted_plane fit;
    fit.middle_x = static_cast<double>(p.width() - 1) / 2;
    fit.middle_y = static_cast<double>(p.height() - 1) / 2;
    if (removed != trend::none) fit.a = mean_of(p);
    if (removed == trend::linear) fit_slopes(p, fit);
    return fit;
}

}  // namespace

const std::vector<std::pair<std::string, window_shape>>& window_words() {
    static const std::vector<std::pair<std::string, window_shape>> words = {{"none", window_shape::none},
                                                                            {"hann", window_shape::hann},
                                                                            {"hamming", window_shape::hamming},
                                                                            {"blackman", window_shape::blackman}};
    return words;
}

const std::vector<std::pair<std::string, trend>>& trend_words() {
    static const std::vector<std::pair<std::string, trend>> words = {
        {"none", trend::none}, {"constant", trend::constant}, {"linear", trend::linear}};
    return words;
}

std::vector<double> window_of(window_choice choice, std::size_t n) {
    // The amplitudes of the constant and of the cosines of t and 2 t.
    static const double terms[][3] = {{1, 0, 0}, {0.5, -0.5, 0}, {0.54, -0.46, 0}, {0.42, -0.5, 0.08}};
    const auto& term = terms[static_cast<int>(choice.shape)];
    if (n == 1) return {1};
    const double step = 2 * std::acos(-1.0) / static_cast<double>(choice.symmetric ? n - 1 : n);
    std::vector<double> window(n);
    for (std::size_t i = 0; i < n; ++i) {
        const double t = step * static_cast<double>(i);
        window[i] = term[0] + term[1] * std::cos(t) + term[2] * std::cos(2 * t);
    }
    if (std::all_of(window.begin(), window.end(), [](double w) { return std::abs(w) < 1e-12; }))
        throw job_error(fmt::format("a symmetric window of {} points is 0 everywhere", n));
    return window;
}

template <class T>
void apply_window(spectral_planes<T>& p, const std::vector<double>& down, const std::vector<double>& across,
                  trend removed) {
    const fitted_plane fit = fit_trend(p, removed);
    for (std::size_t y = 0; y < p.height(); ++y) {
        T* row = p.row(0, y);
        for (std::size_t x = 0; x < p.width(); ++x)
            row[x] = static_cast<T>(down[y] * across[x] * (static_cast<double>(row[x]) - fit.at(x, y)));
    }
}

template void apply_window(spectral_planes<float>&, const std::vector<double>&, const std::vector<double>&, trend);
template void apply_window(spectral_planes<double>&, const std::vector<double>&, const std::vector<double>&, trend);

}  // namespace stockham::tools
