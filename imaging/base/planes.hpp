// Stacks of pictures, in groups that fit the device.
#pragma once

#include <cstddef>
#include <functional>

#include "imaging/base/device_work.hpp"

namespace stockham::imaging_internal {

/// The work on some pictures and on the part of the result that belongs to them. A picture has the last `axes` axes.
struct plane_calls {
    using call = std::function<void(const imaging::array_view& pictures, const imaging::array_view& result)>;
    std::function<bool(std::size_t pictures)> fits;  ///< true if this number fits the device
    call whole;                                      ///< for pictures that fit
    call single;                                     ///< for one that does not
};

/// Calls whole() for all pictures, or if they do not fit, for each part along the first axis, and so on. Copies
/// pictures before if they share memory with the result and are not read at once.
void each_group(device_work&, const imaging::array_view& pictures, const imaging::array_view& result, std::size_t axes,
                const plane_calls&);

/// True if the device has room for the product of spectra of an array of these bytes: pictures, their continuations
/// before and after, spectra and factors. On a device without memory of its own, large arrays are rather taken in
/// parts.
bool fits_whole(const device_work&, std::size_t bytes);

/// Part `k` of an array along its first axis.
imaging::array_view part_of(const imaging::array_view&, std::size_t k);

/// The pictures on the device, with one axis before the last `axes`.
device_array upload_planes(device_work&, const imaging::array_view& pictures, std::size_t axes);

}  // namespace stockham::imaging_internal
