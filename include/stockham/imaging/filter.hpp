// Filters of pictures by gains at their frequencies.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include <stockham/imaging/array_view.hpp>
#include <stockham/imaging/boundary.hpp>
#include <stockham/imaging/engine.hpp>
#include <stockham/imaging/option_table.hpp>

namespace stockham {
inline namespace v0_2 {
namespace imaging {

/// How a gain falls at distance f from the centre of a band or notch with its edge at f0.
enum class edge_shape {
    ideal,       ///< 1 up to f0, then 0
    gaussian,    ///< 2^-(f / f0)^2: 1/2 at f0
    butterworth  ///< 1 / (1 + (f / f0)^(2 order)): 1/2 at f0
};

/// The stripes that a filter removes.
enum class stripe_direction {
    none,        ///< no stripes
    horizontal,  ///< stripes along rows
    vertical     ///< stripes along columns
};

/// Options of filter(). Frequencies are in cycles per pixel: 0 to 0.5 along an axis. The gain at (u, v), horizontally
/// and vertically, is the product of those that are given; without any it is 1.
struct filter_options {
    std::optional<double> low_pass;            ///< keep frequencies below this
    std::optional<double> high_pass;           ///< keep frequencies above this
    edge_shape edge = edge_shape::gaussian;    ///< of both, and of the notches
    std::size_t order = 2;                     ///< of a Butterworth edge
    std::vector<std::array<double, 2>> notch;  ///< remove the frequencies around each {u, v} and around {-u, -v}
    double radius = 0.02;                      ///< of the notches, and half the width of the stripes' gain
    /// Remove structures larger than this many pixels, and keep the mean: 1 - exp(-(2 large f)^2), as ImageJ's bandpass
    /// filter.
    std::optional<double> large;
    std::optional<double> small;  ///< remove structures smaller than this many pixels: exp(-(2 small f)^2)
    /// Horizontal stripes lie at frequencies with u near 0: 1 - g(u) (1 - g(v)) with g(x) = 2^-(x / radius)^2, so that
    /// slow changes remain.
    stripe_direction stripes = stripe_direction::none;
    /// The values beyond the edges. `reflect` and `mirror` continue the picture exactly, `nearest` and `constant` by
    /// half its length at either end; `wrap` is the transform's own period.
    imaging::boundary boundary = imaging::boundary::reflect;
    /// Further gains, {height, width} like the picture and real, with the zero frequency at n / 2 (rounded down) along
    /// each axis. The mean of a frequency's and its mirror image's gain is used. Only with `wrap`.
    array_view mask;
};

/// The table of the struct.
template <>
STOCKHAM_IMAGING_API option_table<filter_options> options_of<filter_options>();

/// Throws argument_error for options of filter() that are out of range or contradict each other. Thread-safe.
STOCKHAM_IMAGING_API void check(const filter_options&);

/// The gain at (u, v), -0.5 to 0.5 each, without the mask. It is the same at (-u, -v), so that real pictures stay real.
/// Thread-safe.
STOCKHAM_IMAGING_API double gain_at(const filter_options&, double u, double v);

/// The gains, without the mask, of a picture of height x width points at the frequencies of its half spectrum, in the
/// order of the transform: height rows of width / 2 + 1. Thread-safe.
STOCKHAM_IMAGING_API std::vector<double> half_gains(const filter_options&, std::size_t height, std::size_t width);

/// Filters pictures of {height, width} or {.., height, width}: real, or integers (array_view::number). The result has
/// the shape of the pictures and may share memory with them. Results of single precision have that of the
/// transform; the gains are computed in double precision. Gains are kept by the engine for the next call.
///
/// With `reflect` and gains that are the same at (u, v) and (-u, v), which holds without notches off the axes, the
/// transform is a cosine transform of the pictures' own size; otherwise it is Fourier's of their continuation.
/// Pictures that do not fit the device are transformed in parts (stockham/out_of_core.hpp); they need host memory for
/// their spectrum, and their mask must fit the device.
///
/// Throws argument_error, naming the option or array (pictures, result, mask); memory_error; opencl_error. Thread-safe.
STOCKHAM_IMAGING_API void filter(const engine&, const array_view& pictures, const array_view& result,
                                 const filter_options& = {});

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
