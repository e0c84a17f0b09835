// Transforms by sums in long double: complex ones by their prime factors, the others by their definition.
#include <algorithm>
#include <cmath>
#include <iterator>

#include "tools/harness/oracle/fourier.hpp"

namespace reference {

namespace {

const long double pi = std::acos(-1.0L);

std::size_t smallest_factor(std::size_t n) {
    for (std::size_t p = 2; p * p <= n; ++p)
        if (n % p == 0) return p;
    return n;
}

/// The powers 0 .. n - 1 of exp(i angle / n).
std::vector<number> powers_of_root(std::size_t n, long double angle) {
    std::vector<number> roots(n);
    for (std::size_t k = 0; k < n; ++k)
        roots[k] = std::polar(1.0L, angle * static_cast<long double>(k) / static_cast<long double>(n));
    return roots;
}

/// The transform of from[0], from[step], .. into to[0 .. n). `roots` has the roots of order n step.
void transform_line(const number* from, std::size_t step, number* to, std::size_t n, const std::vector<number>& roots) {
    if (n == 1) {
        *to = *from;
        return;
    }
    const auto radix = smallest_factor(n), part = n / radix;
    for (std::size_t i = 0; i < radix; ++i) transform_line(from + i * step, step * radix, to + i * part, part, roots);
    std::vector<number> inputs(radix);
    for (std::size_t k = 0; k < part; ++k) {
        for (std::size_t i = 0; i < radix; ++i) inputs[i] = to[i * part + k];
        for (std::size_t q = 0; q < radix; ++q) {
            number sum = 0;
            for (std::size_t i = 0; i < radix; ++i) sum += inputs[i] * roots[i * (k + q * part) % n * step];
            to[q * part + k] = sum;
        }
    }
}

/// Calls the function for each line along each axis of each transform, with points that it may replace.
template <class Use>
void each_line(const stockham::transform& t, std::vector<number>& points, const Use& use) {
    std::size_t stride = 1;
    for (std::size_t axis = t.lengths.size(); axis-- > 0; stride *= t.lengths[axis]) {
        const auto n = t.lengths[axis];
        std::vector<number> line(n);
        for (std::size_t start = 0; start < points.size(); ++start) {
            if (start / stride % n != 0) continue;
            for (std::size_t k = 0; k < n; ++k) line[k] = points[start + k * stride];
            use(line);
            for (std::size_t k = 0; k < n; ++k) points[start + k * stride] = line[k];
        }
    }
}

/// The sum over j of x_j weight_j c((2 j + a) (2 k + b) pi / (4 m)), where c is cosine or sine.
struct sum_kind {
    stockham::kind of;
    bool sine;
    std::size_t a, b;
    int m;            ///< minus n
    int first, last;  ///< weights of both ends; all others have weight 2
};
constexpr sum_kind sums[] = {
    {stockham::kind::dct1, false, 0, 0, -1, 1, 1}, {stockham::kind::dct2, false, 1, 0, 0, 2, 2},
    {stockham::kind::dct3, false, 0, 1, 0, 1, 2},  {stockham::kind::dct4, false, 1, 1, 0, 2, 2},
    {stockham::kind::dst1, true, 2, 2, 1, 2, 2},   {stockham::kind::dst2, true, 1, 2, 0, 2, 2},
    {stockham::kind::dst3, true, 2, 1, 0, 2, 1},   {stockham::kind::dst4, true, 1, 1, 0, 2, 2},
};

void sum_line(const sum_kind& s, std::vector<number>& line) {
    const auto n = line.size(), turn = static_cast<std::size_t>(8 * (static_cast<int>(n) + s.m));
    const auto roots = powers_of_root(turn, 2 * pi);
    const auto x = line;
    for (std::size_t k = 0; k < n; ++k) {
        long double sum = 0;
        for (std::size_t j = 0; j < n; ++j) {
            const auto root = roots[(2 * j + s.a) * (2 * k + s.b) % turn];
            const int weight = std::min(j == 0 ? s.first : 2, j + 1 == n ? s.last : 2);
            sum += x[j].real() * static_cast<long double>(weight) * (s.sine ? root.imag() : root.real());
        }
        line[k] = sum;
    }
}

}  // namespace

void fourier(const stockham::transform& t, std::vector<number>& points) {
    const auto angle = t.direction == stockham::direction::forward ? -2 * pi : 2 * pi;
    each_line(t, points, [&](std::vector<number>& line) {
        const auto from = line;
        transform_line(from.data(), 1, line.data(), line.size(), powers_of_root(line.size(), angle));
    });
}

void real_to_real(const stockham::transform& t, std::vector<number>& points) {
    const auto& s =
        *std::find_if(std::begin(sums), std::end(sums), [&](const sum_kind& each) { return each.of == t.kind; });
    each_line(t, points, [&](std::vector<number>& line) { sum_line(s, line); });
}

}  // namespace reference
