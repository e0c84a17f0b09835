// Lengths by their prime factors.
#pragma once

#include <cstddef>

namespace stockham {

constexpr std::size_t longest_axis = std::size_t{1} << 26;
constexpr std::size_t longest_rough_axis = std::size_t{1} << 25;  // of those with a prime factor above 13

/// No prime factor above 13; n is at least 1.
constexpr bool is_smooth(std::size_t n) {
    for (std::size_t p : {2, 3, 5, 7, 11, 13})
        while (n % p == 0) n /= p;
    return n == 1;
}

/// No prime factor beyond those that have butterflies (cl/butterfly_odd.cl): chains of radices make it up.
constexpr bool has_chain(std::size_t n) {
    for (std::size_t p : {17, 19, 23, 29, 31})
        while (n % p == 0) n /= p;
    return is_smooth(n);
}

}  // namespace stockham
