// Recursive decimation in time by the smallest factor.
#include "base/tables/host_dft.hpp"

#include <cstdint>

#include "base/tables/table.hpp"

namespace stockham::internal {

namespace {

/// 4, or the smallest prime factor.
std::size_t smallest_factor(std::size_t n) {
    if (n % 4 == 0) return 4;
    for (std::size_t p = 2; p * p <= n; ++p)
        if (n % p == 0) return p;
    return n;
}

/// z w_N^power, where `roots` holds the powers of w_N and power < N. Quarter turns, half of all cases, need no
/// multiplication.
template <class number>
number turned(const number& z, std::uint64_t power, const std::vector<number>& roots) {
    if (power == 0) return z;
    if (power * 2 == roots.size()) return {-z.real, -z.imag};
    if (power * 4 == roots.size()) return {z.imag, -z.real};
    if (power * 4 == roots.size() * 3) return {-z.imag, z.real};
    return z * roots[static_cast<std::size_t>(power)];
}

/// Transforms the n points from[0], from[step], .. into to[0 .. n); `roots` are the powers of w_N, N = n step.
template <class number>
void transform_points(const number* from, std::size_t step, number* to, std::size_t n,
                      const std::vector<number>& roots) {
    if (n == 1) {
        *to = *from;
        return;
    }
    const auto radix = smallest_factor(n), part = n / radix;
    for (std::size_t i = 0; i < radix; ++i) transform_points(from + i * step, step * radix, to + i * part, part, roots);
    number few[7];  // a vector at each of the many short transforms would take most of the time
    std::vector<number> many(radix > 7 ? radix : 0);
    number* const inputs = many.empty() ? few : many.data();
    for (std::size_t k = 0; k < part; ++k) {
        for (std::size_t i = 0; i < radix; ++i)
            inputs[i] = turned(to[i * part + k], std::uint64_t{i} * k * step, roots);
        for (std::size_t q = 0; q < radix; ++q) {
            number sum = inputs[0];
            for (std::size_t i = 1; i < radix; ++i)
                sum = sum + turned(inputs[i], std::uint64_t{i} * q % radix * part * step, roots);
            to[q * part + k] = sum;
        }
    }
}

template <class Real>
std::vector<complex_pair<Real>> transformed(const std::vector<complex_pair<Real>>& x) {
    std::vector<complex_pair<Real>> roots, result(x.size());
    roots.reserve(x.size());
    for (std::size_t k = 0; k < x.size(); ++k) {
        const auto root = root_of_unity(k, x.size());
        roots.push_back({static_cast<Real>(root.real), static_cast<Real>(root.imag)});
    }
    if (!x.empty()) transform_points(x.data(), 1, result.data(), x.size(), roots);
    return result;
}

}  // namespace

std::vector<complex_double_double> host_dft(std::vector<complex_double_double> x) {
    return transformed(x);
}

std::vector<complex_double> host_dft(std::vector<complex_double> x) {
    return transformed(x);
}

}  // namespace stockham::internal
