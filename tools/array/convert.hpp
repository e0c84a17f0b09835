// Elements of any .npy type to complex or real numbers of either precision.
#pragma once

#include <cstddef>
#include <cstdint>

#include <stockham/transform.hpp>

#include "array/npy.hpp"

namespace stockham::tools {

/// Converts `count` elements at `from` to what a transform takes at `to`.
using converter = void (*)(const std::uint8_t* from, std::size_t count, void* to);

/// To complex numbers, where real elements get an imaginary part of 0, or, of a real type only, to real ones.
converter find_converter(const npy_type& type, precision p, bool real = false);

/// True if the bytes of the file are already what the converter would make of them.
bool is_native(const npy_type& type, precision p, bool real);

}  // namespace stockham::tools
