// Windows, which reduce the influence of a picture's edges, and trends, which are removed before them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "image/spectral_planes.hpp"

namespace stockham::tools {

/// With t = 2 pi (i + 1/2) / n for point i of n:
///   hann      0.5 - 0.5 cos t
///   hamming   0.54 - 0.46 cos t
///   blackman  0.42 - 0.5 cos t + 0.08 cos 2t
/// The windows are symmetric, and positive everywhere.
enum class window_shape { none, hann, hamming, blackman };

/// The trend that is subtracted from a plane: nothing, its mean, or the plane a + b x + c y that fits best by least
/// squares. The mean is weighted by the window, so that the result is 0 at the zero frequency.
enum class trend { none, constant, linear };

/// The words of --window and --detrend.
const std::vector<std::pair<std::string, window_shape>>& window_words();
const std::vector<std::pair<std::string, trend>>& trend_words();

/// The n values of a window.
std::vector<double> window_of(window_shape shape, std::size_t n);

/// Replaces the only plane by itself without the trend, times the window along both axes. Defined for float and double.
template <class T>
void apply_window(spectral_planes<T>& p, const std::vector<double>& down, const std::vector<double>& across,
                  trend removed);

}  // namespace stockham::tools
