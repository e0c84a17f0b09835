// The oracle's transforms of packed points: FFTW in long double, or plain sums if the target has no FFTW.
#pragma once

#include "tools/harness/oracle/reference.hpp"

namespace reference {

inline std::size_t product(const std::vector<std::size_t>& lengths) {
    std::size_t points = 1;
    for (auto n : lengths) points *= n;
    return points;
}

/// The Fourier transforms of packed points, in place: the whole batch, along all axes.
void fourier(const stockham::transform& t, std::vector<number>& points);

/// The cosine and sine transforms of packed points, in place, as FFTW defines them.
void real_to_real(const stockham::transform& t, std::vector<number>& points);

}  // namespace reference
