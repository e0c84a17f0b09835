// The gains of the picture filters.
#include "image/frequency.hpp"
#include "image/gain.hpp"
#include "support.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

filter make(band b, shape s, double low, double high) {
    filter f;
    f.band = b;
    f.shape = s;
    f.low = low;
    f.high = high;
    return f;
}

const shape all_shapes[] = {shape::ideal, shape::gaussian, shape::butterworth};

}  // namespace

BOOST_AUTO_TEST_SUITE(filters)

BOOST_AUTO_TEST_CASE(frequencies_run_up_and_then_from_below) {
    BOOST_TEST(frequency(0, 8) == 0.0);
    BOOST_TEST(frequency(4, 8) == 0.5);
    BOOST_TEST(frequency(5, 8) == -0.375);
    BOOST_TEST(frequency(7, 8) == -0.125);
    BOOST_TEST(frequency(0, 1) == 0.0);
    for (std::size_t n = 1; n <= 300; ++n)
        for (std::size_t k = 1; 2 * k < n; ++k) BOOST_TEST_REQUIRE(frequency(n - k, n) == -frequency(k, n));
}

BOOST_AUTO_TEST_CASE(rings_do_not_split_ties) {
    // Radii of r + 1/2 bins occur if the sides are as 2 to an odd number: bin 7 of 100 is 10.5 of 150.
    for (const auto& [width, height] : {std::pair<std::size_t, std::size_t>{150, 100},
                                        {90, 60},
                                        {100, 40},
                                        {100, 100},
                                        {96, 54},
                                        {101, 97},
                                        {30, 1},
                                        {1, 1}}) {
        const frequency_rings rings(width, height), turned(height, width);
        const auto longer = static_cast<long>(std::max(width, height));
        for (std::size_t y = 0; y < height; ++y)
            for (std::size_t x = 0; x < width; ++x) {
                const std::size_t ring = rings.ring(y, x);
                BOOST_TEST_REQUIRE(ring == turned.ring(x, y));
                BOOST_TEST_REQUIRE(ring == rings.ring((height - y) % height, (width - x) % width));
                // 4 (R w h)^2, against 4 ((ring - 1/2) w h)^2 and the same with ring + 1/2.
                const auto w = static_cast<long>(width), h = static_cast<long>(height), r = static_cast<long>(ring);
                const long dx = std::min(static_cast<long>(x), w - static_cast<long>(x)) * h * longer;
                const long dy = std::min(static_cast<long>(y), h - static_cast<long>(y)) * w * longer;
                const long radius = 4 * (dx * dx + dy * dy);
                const auto edge = [&](long twice) { return twice < 0 ? 0 : twice * twice * w * w * h * h; };
                BOOST_TEST_REQUIRE(edge(2 * r - 1) <= radius);
                BOOST_TEST_REQUIRE(radius < edge(2 * r + 1));
            }
    }
    BOOST_TEST(frequency_rings(150, 100).ring(7, 0) == 11u);
    BOOST_TEST(frequency_rings(150, 100).ring(93, 0) == 11u);
    // The corner of the largest plane, of radius 2^16 / sqrt(2).
    BOOST_TEST(frequency_rings(std::size_t{1} << 16, std::size_t{1} << 15).ring(1 << 14, 1 << 15) == 46341u);
    expect_job_error([] { frequency_rings(1 << 16, (1 << 15) + 1); }, "frequency rings are limited to");
    BOOST_TEST(frequency_rings(10, 20).ring(2, 4) == frequency_rings(20, 10).ring(4, 2));
}

// Each cut-off lies on bins: (0.3, 0) and (0.18, 0.24) of 100 points, which rounding to double puts on either side.
BOOST_AUTO_TEST_CASE(ideal_filters_treat_a_circle_alike) {
    for (const std::size_t n : {7u, 10u, 64u, 100u, 300u})
        for (std::size_t k = 1; 2 * k <= n; ++k) {
            const filter low = make(band::low_pass, shape::ideal, 0, static_cast<double>(k) / static_cast<double>(n));
            const auto gains = half_gains(low, n, n);
            bool alike = true;
            for (std::size_t y = 0; y < n; ++y)
                for (std::size_t x = 0; x <= n / 2; ++x) {
                    const std::size_t down = std::min(y, n - y);
                    alike = alike && (gains[y * (n / 2 + 1) + x] == 1) == (down * down + x * x <= k * k);
                }
            BOOST_TEST(alike, k << " of " << n);
        }
}

BOOST_AUTO_TEST_CASE(all_pass_is_one_everywhere) {
    const auto gains = half_gains(filter{}, 8, 4);
    BOOST_TEST(gains.size() == 20u);
    for (const double g : gains) BOOST_TEST(g == 1.0);
}

BOOST_AUTO_TEST_CASE(edges_have_half_the_gain) {
    BOOST_TEST(low_pass_gain(shape::gaussian, 0.1, 0.1, 2) == 0.5);
    BOOST_TEST(low_pass_gain(shape::butterworth, 0.1, 0.1, 3) == 0.5);
    BOOST_TEST(low_pass_gain(shape::ideal, 0.1, 0.1, 2) == 1.0);
    BOOST_TEST(low_pass_gain(shape::ideal, 0.100001, 0.1, 2) == 0.0);
}

BOOST_AUTO_TEST_CASE(a_higher_order_is_steeper) {
    BOOST_TEST(low_pass_gain(shape::butterworth, 0.2, 0.1, 2) == 1.0 / 17, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(low_pass_gain(shape::butterworth, 0.2, 0.1, 4) < low_pass_gain(shape::butterworth, 0.2, 0.1, 2));
}

BOOST_AUTO_TEST_CASE(low_and_high_pass_add_up_to_one) {
    for (const shape s : all_shapes)
        for (const double u : {0.0, 0.05, 0.1, 0.3, 0.5}) {
            const double low = gain(make(band::low_pass, s, 0, 0.1), u, 0.02);
            const double high = gain(make(band::high_pass, s, 0.1, 0), u, 0.02);
            BOOST_TEST(low + high == 1.0, boost::test_tools::tolerance(1e-12));
        }
}

BOOST_AUTO_TEST_CASE(a_band_pass_keeps_its_middle) {
    for (const shape s : all_shapes) {
        const filter f = make(band::band_pass, s, 0.05, 0.4);
        BOOST_TEST(gain(f, 0, 0) == 0.0);
        BOOST_TEST(gain(f, 0.15, 0) > 0.8);
        BOOST_TEST(gain(f, 0.5, 0.5) < 0.2);
    }
}

BOOST_AUTO_TEST_CASE(gains_are_symmetric_so_pictures_stay_real) {
    filter f = make(band::band_pass, shape::butterworth, 0.05, 0.4);
    f.notches = {{0.2, 0.1}, {-0.3, 0.25}, {0.5, 0.125}};
    for (const std::size_t n : {15u, 16u}) {
        const auto at = [&](std::size_t y, std::size_t x) { return gain(f, frequency(x, n), frequency(y, n)); };
        const auto gains = half_gains(f, n, n);
        for (std::size_t y = 0; y < n; ++y)
            for (std::size_t x = 0; x <= n / 2; ++x) {
                BOOST_TEST(gains[y * (n / 2 + 1) + x] == at(y, x));
                BOOST_TEST(at(y, x) == at((n - y) % n, (n - x) % n), boost::test_tools::tolerance(1e-9));
            }
    }
}

BOOST_AUTO_TEST_CASE(a_notch_works_at_its_place_and_its_mirror) {
    for (const shape s : all_shapes) {
        filter f;
        f.shape = s;
        f.notches = {{0.25, -0.125}};
        f.radius = 0.03;
        BOOST_TEST(std::abs(gain(f, 0.25, -0.125)) < 1e-12);
        BOOST_TEST(std::abs(gain(f, -0.25, 0.125)) < 1e-12);
        BOOST_TEST(gain(f, 0.25, 0.125) > 0.98);
        BOOST_TEST(gain(f, 0, 0) > 0.98);
    }
}

BOOST_AUTO_TEST_CASE(a_notch_that_is_its_own_mirror_works_once) {
    filter f;
    f.notches = {{0.5, 0}};
    f.radius = 0.1;
    BOOST_TEST(gain(f, 0.4, 0) == 0.5, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(gain(f, -0.4, 0) == 0.5, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_SUITE_END()
