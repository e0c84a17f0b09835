// Input that is never zero or repeated, and elements that were not written.
#include <cmath>
#include <complex>
#include <cstring>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "data.hpp"
#include "measure.hpp"
#include "statistics.hpp"

using namespace bench;

BOOST_AUTO_TEST_CASE(input_is_uniform_and_fresh) {
    const auto p = parse_problem("c2c f32 65536 b4");
    std::vector<float> a(2 * p.points()), b(2 * p.points());
    fill_random(a.data(), p, 0.5, 1);
    fill_random(b.data(), p, 0.5, 2);
    double sum = 0, squares = 0;
    std::size_t equal = 0;
    for (std::size_t k = 0; k < a.size(); ++k) {
        BOOST_REQUIRE(std::abs(a[k]) <= 0.5F);
        sum += a[k];
        squares += static_cast<double>(a[k]) * a[k];
        equal += a[k] == b[k];
    }
    const auto n = static_cast<double>(a.size());
    BOOST_TEST(std::abs(sum / n) < 0.002);
    BOOST_TEST(std::abs(squares / n - 1.0 / 12) < 0.001);
    BOOST_TEST(equal < 5U);
}

BOOST_AUTO_TEST_CASE(unwritten_elements_are_counted) {
    const auto out = parse_problem("c2c f64 100 b3"), in = parse_problem("c2c f64 100 b3 in");
    std::vector<std::complex<double>> input(300), output(300, {1, 2});
    fill_random(input.data(), out, 1, 3);
    BOOST_TEST(count_unwritten(output.data(), input.data(), out) == 0U);
    std::memset(static_cast<void*>(&output[17]), 0xff, sizeof output[17]);
    BOOST_TEST(count_unwritten(output.data(), input.data(), out) == 1U);
    output[17] = input[17];
    output[250] = input[250];
    BOOST_TEST(count_unwritten(output.data(), input.data(), in) == 2U);
}

// Real rows in place end with room that need not be written. A single number may agree by chance.
BOOST_AUTO_TEST_CASE(unwritten_real_elements_are_counted) {
    const auto out = parse_problem("c2r f32 4x7 b2"), in = parse_problem("c2r f32 4x7 b2 in");
    std::vector<float> input(in.input_bytes() / sizeof(float)), output(input.size(), 2);
    fill_random(input.data(), in, 1, 3);
    output[16] = std::nanf("");
    BOOST_TEST(count_unwritten(output.data(), input.data(), out) == 1U);
    output[16] = 2;
    output[7] = input[7];    // after the first row
    output[11] = input[11];  // one of a pair
    BOOST_TEST(count_unwritten(output.data(), input.data(), in) == 0U);
    output[10] = input[10];
    BOOST_TEST(count_unwritten(output.data(), input.data(), in) == 2U);
}

// Element (i, j, k) and the one at the negative indices are conjugates, so the result is real.
BOOST_AUTO_TEST_CASE(input_of_c2r_is_half_of_a_hermitian_array) {
    for (const char* text : {"c2r f64 4x5x6 b2", "c2r f64 3x2x7 in", "c2r f64 8", "c2r f64 6x1"})
        BOOST_TEST_CONTEXT(text) {
            const auto p = parse_problem(text);
            const auto s = p.input();
            std::vector<std::complex<double>> x(s.points() * s.batch);
            fill_random(x.data(), p, 1, 5);
            auto n = p.transform.lengths;
            n.insert(n.begin(), 3 - n.size(), 1);
            for (std::size_t b = 0; b < s.batch; ++b)
                for (std::size_t i = 0; i < n[0]; ++i)
                    for (std::size_t j = 0; j < n[1]; ++j)
                        for (std::size_t k = 0; k < s.elements; ++k) {
                            if (2 * k % n[2] != 0) continue;  // its mirror image is in the other half
                            const auto at = [&](std::size_t u, std::size_t v) {
                                return x[((b * n[0] + u) * n[1] + v) * s.elements + k];
                            };
                            BOOST_TEST(at(i, j) == std::conj(at((n[0] - i) % n[0], (n[1] - j) % n[1])));
                        }
        }
}

BOOST_AUTO_TEST_CASE(in_place_runs_end_before_they_overflow) {
    for (const char* text : {"c2c f32 16", "c2c f32 16777216", "c2c f64 512x512x512", "c2c f32 4096x4096 b2",
                             "r2c f32 1024", "c2r f32 4194304"}) {
        const auto p = parse_problem(text);
        const double most = p.transform.kind == stockham::kind::c2r ? 2 : 1;  // c2r may double numbers
        const double growth = 0.5 * std::log2(most * static_cast<double>(p.length()));
        const double exponent = -100 + growth * in_place_limit(p);
        BOOST_TEST(exponent < (p.is_double() ? 1023 : 127) - 10);
        BOOST_TEST(exponent > 0);
    }
}

BOOST_AUTO_TEST_CASE(quartiles_are_those_of_the_samples) {
    const auto s = spread_of({4, 1, 3, 2});
    BOOST_TEST(s.median == 2.5);
    BOOST_TEST(s.q1 == 1.75);
    BOOST_TEST(s.q3 == 3.25);
    BOOST_TEST(spread_of({7}).median == 7.0);
}
