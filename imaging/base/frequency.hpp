// The frequencies of a transform's points.
#pragma once

#include <cstddef>

namespace stockham::imaging_internal {

/// The frequency of index k of n points, in cycles per point: k / n, or (k - n) / n in the upper half. Both are rounded
/// to the nearest double, so the frequencies of k and n - k differ only in sign.
inline double frequency(std::size_t k, std::size_t n) noexcept {
    const double part = 2 * k > n ? -static_cast<double>(n - k) : static_cast<double>(k);
    return part / static_cast<double>(n);
}

}  // namespace stockham::imaging_internal
