// Double-double numbers: unevaluated sums of two doubles with about 106 bits, for tables that are rounded to double
// once. Long double is no alternative: it is double on some platforms.
#pragma once

#include <cfloat>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <limits>

#if defined(__FAST_MATH__)
#error "double_double needs each operation rounded as written: compile without -ffast-math"
#endif

namespace stockham::internal {

// x87 registers round twice. On 32-bit x86, CMake selects SSE2 arithmetic (-msse2 -mfpmath=sse).
static_assert(FLT_EVAL_METHOD == 0 || FLT_EVAL_METHOD == 16, "double must be computed as double");
static_assert(std::numeric_limits<double>::is_iec559);

/// `high` is the sum rounded to double, `low` the remainder.
struct double_double {
    double high = 0, low = 0;

    constexpr double_double() = default;
    constexpr double_double(double value) : high(value) {}
    constexpr double_double(double h, double l) : high(h), low(l) {}

    /// Converts an integer exactly.
    static double_double of(std::uint64_t integer);

    /// Rounded once.
    explicit operator double() const { return high; }
    explicit operator float() const;
    explicit operator long double() const { return static_cast<long double>(high) + static_cast<long double>(low); }

    double_double operator-() const { return {-high, -low}; }
};

namespace exact {

/// a + b and its rounding error (Knuth). ordered_sum needs |a| >= |b| and three operations (Dekker).
inline double_double exact_sum(double a, double b) {
    const double sum = a + b, from_b = sum - a;
    return {sum, (a - (sum - from_b)) + (b - from_b)};
}
inline double_double ordered_sum(double a, double b) {
    const double sum = a + b;
    return {sum, b - (sum - a)};
}

/// a * b and its rounding error, from halves of 26 bits (Dekker, Veltkamp). Without fma, which may be slow or
/// contracted with later operations. The numbers here are far from overflow.
inline double_double exact_product(double a, double b) {
    const double product = a * b;
    const auto upper = [](double x) {
        const double shifted = 134217729 * x;  // 2^27 + 1
        return shifted - (shifted - x);
    };
    const double ah = upper(a), al = a - ah, bh = upper(b), bl = b - bh;
    return {product, ((ah * bh - product) + ah * bl + al * bh) + al * bl};
}

}  // namespace exact

inline double_double operator+(double_double a, double_double b) {
    auto high = exact::exact_sum(a.high, b.high);
    const auto low = exact::exact_sum(a.low, b.low);
    high = exact::ordered_sum(high.high, high.low + low.high);
    return exact::ordered_sum(high.high, high.low + low.low);
}
inline double_double operator-(double_double a, double_double b) {
    return a + -b;
}
inline double_double operator*(double_double a, double_double b) {
    const auto product = exact::exact_product(a.high, b.high);
    return exact::ordered_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}
inline double_double operator/(double_double a, double_double b) {
    const double first = a.high / b.high;
    return exact::ordered_sum(first, (a - b * first).high / b.high);
}
inline bool operator==(double_double a, double_double b) {
    return a.high == b.high && a.low == b.low;
}

inline double_double double_double::of(std::uint64_t integer) {
    return exact::ordered_sum(std::ldexp(static_cast<double>(integer >> 32), 32),
                              static_cast<double>(integer & 0xffffffff));
}

inline double_double::operator float() const {
    // Round to odd first, so that rounding to float does not see a false tie.
    std::uint64_t bits = 0;
    std::memcpy(&bits, &high, sizeof bits);
    if (low == 0 || bits % 2 == 1) return static_cast<float>(high);
    (low > 0) == (high > 0) ? ++bits : --bits;
    double odd = 0;
    std::memcpy(&odd, &bits, sizeof odd);
    return static_cast<float>(odd);
}

/// Complex numbers of doubles or double-doubles: std::complex supports built-in types only, and checks for infinities.
template <class Real>
struct complex_pair {
    Real real = 0, imag = 0;

    explicit operator std::complex<long double>() const {
        return {static_cast<long double>(real), static_cast<long double>(imag)};
    }

    friend complex_pair conj(const complex_pair& z) { return {z.real, -z.imag}; }
    friend complex_pair operator+(const complex_pair& a, const complex_pair& b) {
        return {a.real + b.real, a.imag + b.imag};
    }
    friend complex_pair operator*(const complex_pair& a, const complex_pair& b) {
        return {a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real};
    }
    friend complex_pair operator*(const complex_pair& a, Real b) { return {a.real * b, a.imag * b}; }
    friend complex_pair operator/(const complex_pair& a, Real b) { return {a.real / b, a.imag / b}; }
};

using complex_double = complex_pair<double>;
using complex_double_double = complex_pair<double_double>;

}  // namespace stockham::internal
