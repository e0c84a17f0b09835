// Transforms along some axes of an array that is given as in numpy, by shape, strides and axes.
#pragma once

#include <cstddef>
#include <vector>

#include <stockham/export.h>
#include <stockham/transform.hpp>

namespace stockham {
inline namespace v0_2 {

/// An array in a buffer. A plain value.
struct array {
    std::vector<std::size_t> shape = {};  ///< elements along each axis, slowest first (numpy's default)
    /// Bytes from one index to the next along each axis, as numpy's `strides`; empty: packed, row-major.
    std::vector<std::ptrdiff_t> strides = {};
    std::size_t offset = 0;               ///< bytes from the start of the buffer to element (0, .., 0)
    storage form = storage::interleaved;  ///< planar: strides and offset apply to each buffer
};

/// Describes the transform of one array into another along `axes`. The other axes become the batch, or loops where a
/// batch is not enough. Needs no device. Thread-safe. Set direction, scale and the like in the result.
///
/// Axis -1 is the last one, -2 the one before. transform::lengths has the axes in the given order; with real data the
/// last one given is halved. Both shapes are the same except for this halved axis of a Hermitian side; the lengths are
/// those of the real side. In place, both arrays describe the same buffer. Input axes that are not transformed may have
/// stride 0 or overlapping windows (numpy's broadcast_to and sliding_window_view).
///
/// Throws argument_error, with field "axes" (none, out of range, repeated), "shape" (shapes do not match), "strides"
/// (wrong number, or no multiple of the element size) or "offset" (no multiple of the element size);
/// unsupported_error (rule "strides") for negative strides; and as check().
STOCKHAM_API transform transform_along(const std::vector<int>& axes, const array& input, const array& output,
                                       kind = kind::c2c, precision = precision::f32,
                                       placement = placement::out_of_place);

}  // namespace v0_2
}  // namespace stockham
