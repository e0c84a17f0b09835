// What this host can count: sizes are computed in 64 bits, and its own may have 32.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include <stockham/error.hpp>

namespace stockham::internal {

/// No array has 2^63 bytes, on a 32-bit host 2^31.
constexpr unsigned most_bytes_log2 = std::numeric_limits<std::ptrdiff_t>::digits;

/// A size for OpenCL's calls; unsupported_error if the host cannot say it.
inline std::size_t host_size(std::uint64_t size, const char* what) {
    if (size > std::numeric_limits<std::size_t>::max())
        throw unsupported_error("32-bit host",
                                std::to_string(size) + " " + what + " are more than this host can count");
    return static_cast<std::size_t>(size);
}

}  // namespace stockham::internal
