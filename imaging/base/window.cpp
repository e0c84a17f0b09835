// Windows by their cosines.
#include <stockham/imaging/window.hpp>

#include <algorithm>
#include <cmath>
#include <string>

#include "imaging/base/check.hpp"

namespace stockham {
inline namespace v0_2 {
namespace imaging {

std::vector<double> window_values(window_shape shape, std::size_t n, bool symmetric) {
    // The amplitudes of the constant and of the cosines of t and 2 t.
    static constexpr double terms[][3] = {{1, 0, 0}, {0.5, -0.5, 0}, {0.54, -0.46, 0}, {0.42, -0.5, 0.08}};
    const auto& term = terms[static_cast<int>(shape)];
    if (n == 1) return {1};
    const double step = 2 * std::acos(-1.0) / static_cast<double>(symmetric ? n - 1 : n);
    std::vector<double> window(n);
    for (std::size_t i = 0; i < n; ++i) {
        const double t = step * static_cast<double>(i);
        window[i] = term[0] + term[1] * std::cos(t) + term[2] * std::cos(2 * t);
    }
    if (std::all_of(window.begin(), window.end(), [](double w) { return std::abs(w) < 1e-12; }))
        imaging_internal::refuse("symmetric_window",
                                 "a symmetric window of " + std::to_string(n) + " points is 0 everywhere");
    return window;
}

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
