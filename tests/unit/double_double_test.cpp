// Double-double numbers. Tables are computed with them if long double is no better than double.
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <random>

#include "base/tables/host_dft.hpp"
#include "base/tables/table.hpp"

BOOST_AUTO_TEST_SUITE(double_double_test)

using stockham::internal::complex_double_double;
using stockham::internal::double_double;

namespace {

/// In units of 2^-100.
double distance(const complex_double_double& a, const complex_double_double& b) {
    const auto real = a.real - b.real, imag = a.imag - b.imag;
    return std::ldexp(std::hypot(real.high, imag.high), 100);
}

}  // namespace

BOOST_AUTO_TEST_CASE(arithmetic_keeps_what_double_would_lose) {
    const double_double tiny = std::ldexp(1.0, -70), one = 1;
    BOOST_TEST((one + tiny - one == tiny));
    BOOST_TEST(((one + tiny) * (one + tiny) - one == tiny + tiny));
    const auto third = one / 3;
    BOOST_TEST(std::fabs(third.low) > 0);
    BOOST_TEST(std::fabs((third + third + third - one).high) < std::ldexp(1.0, -103));
    const auto most = ~std::uint64_t{0};
    BOOST_TEST((double_double::of(most) == double_double(std::ldexp(1.0, 64)) - one));
    BOOST_TEST((double_double::of(most) / double_double::of(most) == one));
}

BOOST_AUTO_TEST_CASE(floats_are_rounded_once) {
    const float next = 1 + std::numeric_limits<float>::epsilon();
    const double middle = 1 + std::ldexp(1.0, -24), little = std::ldexp(1.0, -60);
    BOOST_TEST(static_cast<float>(double_double(middle, 0)) == 1.0F);
    BOOST_TEST(static_cast<float>(double_double(middle, little)) == next);
    BOOST_TEST(static_cast<float>(double_double(middle, -little)) == 1.0F);
    BOOST_TEST(static_cast<float>(double_double(-middle, -little)) == -next);
    BOOST_TEST(static_cast<float>(double_double(-middle, little)) == -1.0F);
}

BOOST_AUTO_TEST_CASE(roots_multiply_as_their_fractions_add) {
    std::mt19937_64 generator(5);
    for (int count = 0; count < 20000; ++count) {
        const auto n = 1 + generator() % (std::uint64_t{1} << (1 + generator() % 62));
        const auto j = generator() % n, k = generator() % n;
        const auto product = stockham::internal::root_of_unity(j, n) * stockham::internal::root_of_unity(k, n);
        const auto off = distance(product, stockham::internal::root_of_unity(j + k, n));
        if (off > 1) BOOST_TEST(off <= 1, j << " and " << k << " of " << n << ": off by " << off);
    }
    // Roots of another order would pass, too. The third root has a closed form.
    const auto third = stockham::internal::root_of_unity(1, 3);
    BOOST_TEST(third.real.high == -0.5);
    BOOST_TEST(std::fabs((third.imag * third.imag - double_double(0.75)).high) < std::ldexp(1.0, -100));
}

BOOST_AUTO_TEST_CASE(transforms_are_the_definition) {
    for (std::uint64_t n : {1, 2, 3, 4, 6, 8, 12, 16, 30, 49, 60, 97, 128, 210}) {
        std::vector<complex_double_double> x;
        for (std::uint64_t j = 0; j < n; ++j) x.push_back(stockham::internal::root_of_unity(j * j, 2 * n + 1));
        const auto got = stockham::internal::host_dft(x);
        double worst = 0;
        for (std::uint64_t k = 0; k < n; ++k) {
            complex_double_double sum;
            for (std::uint64_t j = 0; j < n; ++j) sum = sum + x[j] * stockham::internal::root_of_unity(j * k, n);
            worst = std::max(worst, distance(got[k], sum));
        }
        BOOST_TEST(worst < static_cast<double>(n), n << " points are off by " << worst);
    }
}

BOOST_AUTO_TEST_SUITE_END()
