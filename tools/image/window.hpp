// Windows, which reduce the influence of a picture's edges, and trends, which are removed before them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "image/spectral_planes.hpp"

namespace stockham::tools {

/// With t = 2 pi i / n for point i of n:
///   hann      0.5 - 0.5 cos t
///   hamming   0.54 - 0.46 cos t
///   blackman  0.42 - 0.5 cos t + 0.08 cos 2t
enum class window_shape { none, hann, hamming, blackman };

/// A window as scipy.signal.get_window() has it. A periodic one is a period of its cosines, which a spectrum needs; a
/// symmetric one has t = 2 pi i / (n - 1), so that the last point equals the first.
struct window_choice {
    window_shape shape = window_shape::none;
    bool symmetric = false;
};

/// The trend that is subtracted from a plane before the window: nothing, its mean, or the plane a + b x + c y that fits
/// best by least squares, as scipy.signal.detrend().
enum class trend { none, constant, linear };

/// The words of --window and --detrend.
const std::vector<std::pair<std::string, window_shape>>& window_words();
const std::vector<std::pair<std::string, trend>>& trend_words();

/// The n values of a window; of one point it is 1. Throws job_error if all are 0: symmetric with two points.
std::vector<double> window_of(window_choice, std::size_t n);

/// Replaces the only plane by itself without the trend, times the window along both axes. Defined for float and double.
template <class T>
void apply_window(spectral_planes<T>& p, const std::vector<double>& down, const std::vector<double>& across,
                  trend removed);

}  // namespace stockham::tools
