// Transforms along some axes of an array that is described as numpy describes it: shape, strides, axes.
#pragma once

#include <cstddef>
#include <vector>

#include <stockham/export.h>
#include <stockham/transform.hpp>

namespace stockham {
inline namespace v0_2 {

/// An array in a buffer. A plain value.
struct array {
    std::vector<std::size_t> shape = {};  ///< elements along each axis, slowest first as numpy's default
    /// Bytes from one index to the next along each axis, as numpy's `strides`; empty: row-major without gaps.
    std::vector<std::ptrdiff_t> strides = {};
    std::size_t offset = 0;               ///< bytes from the buffer's start to element (0, .., 0)
    storage form = storage::interleaved;  ///< planar: strides and offset are those of either buffer
};

/// The transform of one array into another along `axes` of both; the other axes become its loops, or its batch where
/// that says all. -1 is the last axis, -2 the one before it, as in numpy; transform::lengths has the axes in the order
/// named, so that of real data the last one named is halved. The shapes are the same but for that halved axis of a
/// Hermitian side; the lengths are the real side's. In place, both arrays describe the same buffer. An input axis that
/// is not transformed may have stride 0 or windows that overlap (numpy's broadcast_to and sliding_window_view).
/// The caller sets direction, scale and the like in the result.
/// Throws argument_error ("axes": none, out of range or named twice; "shape": shapes that do not fit; "strides": not as
/// many as axes, or no multiples of an element; "offset": likewise), unsupported_error (rule "strides") for negative
/// strides, and what check() throws. Thread-safe; without a device.
STOCKHAM_API transform transform_along(const std::vector<int>& axes, const array& input, const array& output,
                                       kind = kind::c2c, precision = precision::f32,
                                       placement = placement::out_of_place);

}  // namespace v0_2
}  // namespace stockham
