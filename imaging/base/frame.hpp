// A part of a picture within a larger, periodic frame, whose rest continues the picture beyond its edges.
#pragma once

#include <cstddef>
#include <vector>

#include <stockham/imaging/array_view.hpp>
#include <stockham/imaging/boundary.hpp>

#include "imaging/base/device_array.hpp"
#include "imaging/base/device_work.hpp"

namespace stockham::imaging_internal {

/// A box within an array.
struct box {
    extents start;
    extents size;
};

/// Copies a box of an array to the device: of an array in host memory row by row, of one in a buffer within the device.
device_array upload_box(device_work&, const imaging::array_view&, const box&);
/// Copies an array into a box of a view, and waits.
void download_box(device_work&, const device_array&, const imaging::array_view&, const box&);

/// The array at the start of a frame of these lengths. The rest of each axis continues it by the mode: its first half
/// beyond the end, its second half before the start, with a smooth transition over the whole rest.
device_array framed(device_work&, const device_array&, const extents& lengths, imaging::boundary);
/// The array, `before` points from the start of an array of `extent` points that continues it by the mode (by `value`
/// for boundary::constant), in a frame of these lengths with zeros in the rest; everything but the rest minus `minus`.
struct extension {
    extents lengths, extent, before;
    imaging::boundary beyond = imaging::boundary::constant;
    double minus = 0, value = 0;
};
device_array extended(device_work&, const device_array&, const extension&);

/// The box of a frame as an array of its own.
device_array cut(device_work&, const device_array& frame, const box&);

/// The points of a blur or a template times `factor`, in a frame of zeros with its origin, n / 2 along each axis, at
/// the frame's first point.
device_array centred(device_work&, const device_array& kernel, const extents& lengths, double factor);

}  // namespace stockham::imaging_internal
