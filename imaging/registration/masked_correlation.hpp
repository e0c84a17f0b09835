// Masked normalised cross-correlation: Padfield, Masked object registration in the Fourier domain, 2012.
#pragma once

#include <vector>

#include "imaging/base/device_work.hpp"
#include "imaging/registration/shift_finder.hpp"

namespace stockham::imaging_internal {

/// The correlation coefficient of each moving picture with the fixed one at each shift, {count, height, width} with
/// room for the shifts of all overlaps: negative shifts are at the ends. Overlaps of less than `least_overlap` of the
/// smaller mask count as 0.
device_array masked_correlation(device_work&, const picture_group& fixed, const device_array& fixed_mask,
                                const picture_group& moving, const device_array& moving_mask, double least_overlap);

/// Bytes that it needs for each moving picture.
std::size_t masked_correlation_bytes(std::size_t height, std::size_t width, precision);

}  // namespace stockham::imaging_internal
