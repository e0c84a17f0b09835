// Windows, which reduce the influence of a picture's edges on its spectrum, and trends, which are removed before them.
#pragma once

#include <cstddef>
#include <vector>

#include <stockham/imaging/export.h>

namespace stockham {
inline namespace v0_2 {
namespace imaging {

/// With t = 2 pi i / n for point i of n (Harris 1978, "On the use of windows for harmonic analysis").
enum class window_shape {
    none,     ///< 1
    hann,     ///< 0.5 - 0.5 cos t
    hamming,  ///< 0.54 - 0.46 cos t
    blackman  ///< 0.42 - 0.5 cos t + 0.08 cos 2t
};

/// The part of a picture that is subtracted before the window.
enum class trend {
    none,      ///< nothing
    constant,  ///< its mean
    linear     ///< the plane a + b x + c y that fits best by least squares, as scipy.signal.detrend() for lines
};

/// The n values of a window as scipy.signal.get_window() has it: a period of its cosines, or for `symmetric` with t =
/// 2 pi i / (n - 1), so that the last point equals the first. Of one point it is 1. Throws argument_error (field
/// "symmetric_window") if all values are 0: symmetric with two points. Thread-safe.
STOCKHAM_IMAGING_API std::vector<double> window_values(window_shape, std::size_t n, bool symmetric = false);

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
