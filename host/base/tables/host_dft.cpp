// Recursive decimation in time by the smallest factor.
#include "base/tables/host_dft.hpp"

#include <cstddef>
#include <utility>

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

/// z w_n^power, where `roots` holds the powers of w_n and power < n. Quarter turns, half of all cases, need no
/// multiplication.
template <class number>
number turned(const number& z, std::size_t power, const std::vector<number>& roots) {
    if (power == 0) return z;
    if (power * 2 == roots.size()) return {-z.real, -z.imag};
    if (power * 4 == roots.size()) return {z.imag, -z.real};
    if (power * 4 == roots.size() * 3) return {-z.imag, z.real};
    return z * roots[power];
}

/// The powers 0 .. n - 1 of w_n, each the product of two of the about 2 sqrt(n) that are computed.
template <class Real>
std::vector<complex_pair<Real>> powers_of_root(std::size_t n) {
    std::size_t fine = 1;
    while (fine * fine < n) fine *= 2;
    std::vector<complex_double_double> low;
    for (std::size_t k = 0; k < fine && k < n; ++k) low.push_back(root_of_unity(k, n));
    std::vector<complex_pair<Real>> roots;
    roots.reserve(n);
    for (std::size_t first = 0; first < n; first += fine) {
        const auto high = root_of_unity(first, n);
        for (std::size_t k = 0; k < fine && first + k < n; ++k) {
            const auto root = high * low[k];
            roots.push_back({static_cast<Real>(root.real), static_cast<Real>(root.imag)});
        }
    }
    return roots;
}

/// The transforms within one of n points: n, n over its smallest factor, and so on. Each level has the powers of its
/// own root side by side, since those of w_n, at the strides of the smaller transforms, would come from memory each
/// time.
template <class number>
struct level {
    std::size_t radix, part;
    std::vector<number> roots;
};

template <class number>
std::vector<level<number>> levels_of(std::size_t n, std::vector<number> roots) {
    std::vector<level<number>> levels;
    for (; n > 1; n = levels.back().part) {
        const auto radix = smallest_factor(n);
        std::vector<number> next;
        for (std::size_t k = 0; k < roots.size(); k += radix) next.push_back(roots[k]);
        levels.push_back({radix, n / radix, std::move(roots)});
        roots = std::move(next);
    }
    return levels;
}

/// Transforms the points from[0], from[step], .. of the level into to[0], to[1], ..
template <class number>
void transform_points(const number* from, std::size_t step, number* to, const level<number>* at,
                      const level<number>* end) {
    if (at == end) {
        *to = *from;
        return;
    }
    const auto radix = at->radix, part = at->part;
    const auto& roots = at->roots;
    for (std::size_t i = 0; i < radix; ++i) transform_points(from + i * step, step * radix, to + i * part, at + 1, end);
    number few[7];  // a vector at each of the many short transforms would take most of the time
    std::vector<number> many(radix > 7 ? radix : 0);
    number* const inputs = many.empty() ? few : many.data();
    for (std::size_t k = 0; k < part; ++k) {
        for (std::size_t i = 0; i < radix; ++i) inputs[i] = turned(to[i * part + k], i * k, roots);
        for (std::size_t q = 0; q < radix; ++q) {
            number sum = inputs[0];
            for (std::size_t i = 1; i < radix; ++i) sum = sum + turned(inputs[i], i * q % radix * part, roots);
            to[q * part + k] = sum;
        }
    }
}

template <class Real>
std::vector<complex_pair<Real>> transformed(const std::vector<complex_pair<Real>>& x) {
    std::vector<complex_pair<Real>> result(x.size());
    if (x.empty()) return result;
    const auto levels = levels_of(x.size(), powers_of_root<Real>(x.size()));
    transform_points(x.data(), 1, result.data(), levels.data(), levels.data() + levels.size());
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
