// Conversion of 64-bit sizes to the host's size_t, which may have 32 bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include <stockham/error.hpp>

namespace stockham::internal {

/// Arrays are smaller than 2^63 bytes, on a 32-bit host than 2^31.
constexpr unsigned most_bytes_log2 = std::numeric_limits<std::ptrdiff_t>::digits;

/// Converts a size for OpenCL calls. Throws unsupported_error if it does not fit.
inline std::size_t host_size(std::uint64_t size, const char* what) {
    if (size > std::numeric_limits<std::size_t>::max())
        throw unsupported_error("32-bit host",
                                std::to_string(size) + " " + what + " exceed the address space of this host");
    return static_cast<std::size_t>(size);
}

}  // namespace stockham::internal
