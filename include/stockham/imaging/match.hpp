// Template matching: where a picture looks like a smaller one, by normalised cross-correlation.
#pragma once

#include <cstddef>
#include <vector>

#include <stockham/imaging/array_view.hpp>
#include <stockham/imaging/boundary.hpp>
#include <stockham/imaging/engine.hpp>

namespace stockham {
inline namespace v0_2 {
namespace imaging {

/// Options of match().
struct match_options {
    /// False: the response has a value for each place where the template lies within the picture, n - m + 1 along an
    /// axis of n and m points, at the template's first point. True: it has the size of the picture, and its values
    /// belong to the template's middle, m / 2 (rounded down) along each axis.
    bool pad = false;
    boundary beyond = boundary::constant;  ///< with `pad`: the values beyond the edges
    double pad_value = 0;                  ///< with boundary::constant: this value
    double threshold = 0.5;                ///< peaks with a lower response are left out, -1 to 1
    /// A peak is the highest response among the points that differ by at most this along each axis, 1 or more; of equal
    /// ones, the first. So no two peaks are closer.
    std::size_t distance = 1;
    std::size_t most = 1000;  ///< the most peaks that are returned
};

/// A place where the template matches.
struct match_peak {
    std::vector<std::size_t> position;  ///< index into the response along each axis
    double response = 0;                ///< the correlation coefficient there, up to 1
};

/// The shape of the response.
STOCKHAM_IMAGING_API std::vector<std::size_t> match_shape(const array_view& picture, const array_view& pattern,
                                                          const match_options& = {});

/// Correlates `pattern`, the template, with each part of `picture` of its size. The response is the correlation
/// coefficient of the two, -1 to 1, as match_template of scikit-image. It is 0 where the picture is flat: where its
/// standard deviation within the template's window is below 1e-5 (single precision) or 1e-12 (double) of the largest
/// deviation from the mean of the picture. Errors are below 1e-4. In single precision, parts with little contrast are
/// correlated point by point for that; if these have more than 8e9 points in all, their errors reach 0.024.
///
/// Both are real, of one precision and one to three axes; `response` has match_shape(), or is an empty view if only the
/// peaks are wanted. Arrays may each be in host memory or in buffers of the engine's context. Returns the peaks,
/// highest first.
///
/// Throws argument_error, naming the member or the array (picture, template, response): other shapes or precisions, NaN
/// or infinite numbers, a template that is larger than the picture or constant, a flat picture, options out of range;
/// unsupported_error (rule "double precision"; rule "peaks": more than a million candidates); memory_error;
/// opencl_error. Thread-safe.
STOCKHAM_IMAGING_API std::vector<match_peak> match(const engine&, const array_view& picture, const array_view& pattern,
                                                   const array_view& response, const match_options& = {});

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
