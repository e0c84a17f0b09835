// Prime factors of lengths.
#pragma once

#include <cstdint>
#include <initializer_list>

namespace stockham::internal {

/// The longest axis of a transform. Its Fourier transform may have twice as many points (cosines, sines, Bluestein).
constexpr std::uint64_t longest_axis = std::uint64_t{1} << 32;

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

/// The least product of at least n of `product`, powers of 2 and powers of the primes from `prime` to `end`; `best` if
/// that is less.
constexpr std::uint64_t least_product(std::uint64_t n, std::uint64_t product, const unsigned* prime,
                                      const unsigned* end, std::uint64_t best = ~std::uint64_t{0}) {
    if (prime == end) {
        while (product < n) product *= 2;
        return product < best ? product : best;
    }
    for (;; product *= *prime) {
        best = least_product(n, product, prime + 1, end, best);
        if (product >= n) return best;
    }
}

/// The shortest length of at least n without prime factors above 13. n is at most 2^59.
constexpr std::uint64_t smooth_length(std::uint64_t n) {
    constexpr unsigned primes[] = {13, 11, 7, 5, 3};
    return least_product(n, 1, primes, primes + 5);
}

/// The shortest length of at least n with a short chain: a multiple of 16 without prime factors above 7.
constexpr std::uint64_t filter_length(std::uint64_t n) {
    constexpr unsigned primes[] = {7, 5, 3};
    return least_product(n, 16, primes, primes + 3);
}

}  // namespace stockham::internal
