// Elements of any .npy type to complex numbers of either precision.
#pragma once

#include <cstddef>
#include <cstdint>

#include <stockham/transform.hpp>

#include "npy.hpp"

namespace stockham::tools {

/// Converts `count` elements at `from` to complex ones at `to`; real elements get an imaginary part of 0.
using converter = void (*)(const std::uint8_t* from, std::size_t count, void* to);

converter find_converter(const npy_type& type, precision p);

/// True if the bytes of the file are already what the device takes.
bool is_native(const npy_type& type, precision p);

}  // namespace stockham::tools
