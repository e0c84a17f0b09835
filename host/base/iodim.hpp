// The I/O dimension of the tensor language (Frigo and Johnson 2005; Gu, Li, Siegel 2010, section 2.2).
#pragma once

#include <cstdint>

namespace stockham::internal {

/// `n` points, `is` elements apart in the input and `os` elements apart in the output.
struct iodim {
    std::uint64_t n = 1;
    std::uint64_t is = 0;
    std::uint64_t os = 0;
};

inline bool operator==(const iodim& a, const iodim& b) {
    return a.n == b.n && a.is == b.is && a.os == b.os;
}

}  // namespace stockham::internal
