// Descriptions of the transforms that imaging needs: packed arrays, one after the other.
#pragma once

#include <cstddef>

#include <stockham/transform.hpp>

#include "imaging/base/device_array.hpp"

namespace stockham::imaging_internal {

/// Of `batch` real arrays of these lengths to half spectra (r2c), or back (c2r), divided by the number of points.
transform real_transform(kind, const extents& lengths, std::size_t batch, precision);

/// dct2 or dct1, and the transform that inverts it.
struct cosine_transforms {
    transform forward, inverse;
    cosine_transforms(kind, const extents& lengths, std::size_t batch, precision);
};

/// Of `batch` complex arrays of these lengths; an inverse transform divides by the number of points.
transform complex_transform(direction, const extents& lengths, std::size_t batch, precision);

}  // namespace stockham::imaging_internal
