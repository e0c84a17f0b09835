// The 128-bit integer for compilers without one. If the compiler has one, both must agree.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <random>

#include "base/uint128.hpp"

BOOST_AUTO_TEST_SUITE(uint128_test)

BOOST_AUTO_TEST_CASE(numbers_of_two_halves) {
    using stockham::internal::uint128_of_halves;
    std::mt19937_64 generator(12);
    const std::uint64_t edges[] = {0, 1, 0xffffffff, std::uint64_t{1} << 32, std::uint64_t{1} << 63, ~std::uint64_t{0}};
    const auto any = [&] {
        const auto bits = generator();
        return bits % 4 == 0 ? edges[bits / 4 % 6] : generator() >> bits / 8 % 64;
    };
    for (int count = 0; count < 20000; ++count) {
        const auto a = any(), b = any(), c = any(), divisor = std::max<std::uint64_t>(1, any());
        const auto product = uint128_of_halves(a) * b, value = product + c;
        BOOST_TEST_CONTEXT(a << " * " << b << " + " << c << " modulo " << divisor) {
            // By the definition in 64 bits: doubling and adding.
            std::uint64_t rest = 0;
            const auto add = [&](std::uint64_t x) { rest = rest >= divisor - x ? rest - (divisor - x) : rest + x; };
            for (int bit = 63; bit >= 0; --bit) {
                add(rest);
                if (b >> bit & 1) add(a % divisor);
            }
            add(c % divisor);
            BOOST_TEST(std::uint64_t(value % divisor) == rest);
            BOOST_TEST(std::uint64_t(value) == a * b + c);
            BOOST_TEST((value >= product));
            BOOST_TEST((value < product) == false);
            BOOST_TEST((product + product == value + value) == (c == 0));
#ifdef __SIZEOF_INT128__
            const auto wanted = static_cast<stockham::internal::uint128>(a) * b + c;
            for (unsigned bits : {0U, 1U, 32U, 63U, 64U, 65U, 127U})
                BOOST_TEST(std::uint64_t(value >> bits) == static_cast<std::uint64_t>(wanted >> bits));
            const auto square = value * value;
            BOOST_TEST(std::uint64_t(square >> 64) == static_cast<std::uint64_t>(wanted * wanted >> 64));
            BOOST_TEST((value < square) == (wanted < wanted * wanted));
#endif
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
