// Converts elements of any .npy type to complex or real numbers of either precision.
#pragma once

#include <cstddef>
#include <cstdint>

#include <stockham/transform.hpp>

#include "array/npy.hpp"

namespace stockham::tools {

/// Converts `count` elements at `from` to the element type of a transform at `to`.
using converter = void (*)(const std::uint8_t* from, std::size_t count, void* to);

/// A converter to complex numbers of precision `p`; real elements get an imaginary part of 0. With `real`, a converter
/// from a real type to real numbers. Throws job_error for an unsupported type.
converter find_converter(const npy_type& type, precision p, bool real = false);

/// True if the elements in the file need no conversion.
bool is_native(const npy_type& type, precision p, bool real);

}  // namespace stockham::tools
