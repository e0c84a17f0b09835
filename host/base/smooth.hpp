// Prime factors of lengths.
#pragma once

#include <cstdint>
#include <initializer_list>

namespace stockham::internal {

constexpr std::uint64_t longest_axis = std::uint64_t{1} << 26;
constexpr std::uint64_t longest_rough_axis = std::uint64_t{1} << 25;  // with a prime factor above 13

constexpr bool is_power_of_two(std::uint64_t n) {
    return n && (n & (n - 1)) == 0;
}

/// True without a prime factor above 13; n is at least 1.
constexpr bool is_smooth(std::uint64_t n) {
    while (n % 2 == 0) n /= 2;
    for (const unsigned p : {3, 5, 7, 11, 13})
        while (n % p == 0) n /= p;
    return n == 1;
}

/// True if radices with butterflies (cl/butterflies/) can factor n.
constexpr bool has_chain(std::uint64_t n) {
    if (n == 0 || is_power_of_two(n)) return true;  // fast path for the common case
    for (const unsigned p : {17, 19, 23, 29, 31})
        while (n % p == 0) n /= p;
    return is_smooth(n);
}

constexpr bool is_prime(std::uint64_t n) {
    for (std::uint64_t d = 2; d * d <= n; ++d)
        if (n % d == 0) return false;
    return n > 1;
}

/// True for a prime that Rader's algorithm transforms: the prime less one has a chain, the prime itself has none.
constexpr bool is_permuted(std::uint64_t n) {
    return !has_chain(n) && has_chain(n - 1) && is_prime(n);
}

/// The product of the prime factors of a length that have chains.
constexpr std::uint64_t chained_factor(std::uint64_t n) {
    std::uint64_t rest = n;
    for (const unsigned p : {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31})
        while (rest % p == 0) rest /= p;
    return n / rest;
}

/// The prime of a length that is the product of such a prime and of a factor that has a chain; else 0.
constexpr std::uint64_t permuted_factor(std::uint64_t n) {
    const auto rest = n / chained_factor(n);
    return is_permuted(rest) ? rest : 0;
}

/// The shortest length of at least n with a short chain: a multiple of 16 without prime factors above 7.
constexpr std::uint64_t filter_length(std::uint64_t n) {
    const auto has_short_chain = [](std::uint64_t length) {
        for (const unsigned p : {2, 3, 5, 7})
            while (length % p == 0) length /= p;
        return length == 1;
    };
    std::uint64_t length = n == 0 ? 16 : (n + 15) / 16 * 16;
    while (!has_short_chain(length)) length += 16;
    return length;
}

}  // namespace stockham::internal
