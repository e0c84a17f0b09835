// Decimation in time by the smallest prime factor, again and again.
#include "kernel/host_dft.hpp"

#include <cstdint>

#include "kernel/table.hpp"

namespace stockham {

namespace {

using number = std::complex<long double>;

std::uint64_t smallest_factor(std::uint64_t n) {
    for (std::uint64_t p = 2; p * p <= n; ++p)
        if (n % p == 0) return p;
    return n;
}

/// Transforms the n points from[0], from[step], .. into to[0 .. n); `roots` are the powers of w_N, N = n step.
void transform_points(const number* from, std::uint64_t step, number* to, std::uint64_t n,
                      const std::vector<number>& roots) {
    if (n == 1) {
        *to = *from;
        return;
    }
    const auto radix = smallest_factor(n), part = n / radix;
    for (std::uint64_t i = 0; i < radix; ++i)
        transform_points(from + i * step, step * radix, to + i * part, part, roots);
    std::vector<number> legs(radix);
    for (std::uint64_t k = 0; k < part; ++k) {
        for (std::uint64_t i = 0; i < radix; ++i) legs[i] = to[i * part + k] * roots[i * k * step];
        for (std::uint64_t q = 0; q < radix; ++q) {
            number sum = 0;
            for (std::uint64_t i = 0; i < radix; ++i) sum += legs[i] * roots[i * q * part * step % roots.size()];
            to[q * part + k] = sum;
        }
    }
}

}  // namespace

std::vector<number> host_dft(std::vector<number> x) {
    std::vector<number> roots, result(x.size());
    for (std::uint64_t k = 0; k < x.size(); ++k) roots.push_back(root_of_unity(k, x.size()));
    if (!x.empty()) transform_points(x.data(), 1, result.data(), x.size(), roots);
    return result;
}

}  // namespace stockham
