// Checks of the arrays that imaging functions are given.
#pragma once

#include <cstddef>
#include <string>

#include <stockham/imaging/array_view.hpp>

#include "imaging/base/device_array.hpp"
#include "imaging/base/device_work.hpp"

namespace stockham::imaging_internal {

/// Throws argument_error, whose field and first word is `name`.
[[noreturn]] void refuse(const char* name, const std::string& why);

/// Throws argument_error unless the view names memory, has `least` to `most` axes without an empty one, and is f32 or
/// f64. `is_complex` is what it must be.
void check_view(const char* name, const imaging::array_view&, std::size_t least, std::size_t most,
                bool is_complex = false);

/// The same for an input of 2 to 4 axes that may also have integers or strides.
void check_pictures(const char* name, const imaging::array_view&, std::size_t least = 2, std::size_t most = 4);

/// Throws argument_error unless the view has this shape and precision.
void check_like(const char* name, const imaging::array_view&, const extents& shape, stockham::precision);

/// Throws argument_error if the array has NaN or infinite elements; else returns its range.
device_work::range_of_values check_finite(const char* name, device_work&, const device_array&);

}  // namespace stockham::imaging_internal
