// The solver of stockham calibrate: it finds the numbers behind the times, and none becomes negative.
#include <boost/test/unit_test.hpp>

#include <random>

#include "calibration/least_squares.hpp"

BOOST_AUTO_TEST_SUITE(least_squares_test)

using stockham::internal::equation;
using stockham::internal::least_squares;

namespace {

/// Equations that these numbers meet exactly.
std::vector<equation> made_by(const std::vector<double>& x, std::size_t count) {
    std::mt19937 g(71);
    std::uniform_real_distribution<double> any(0.1, 3);
    std::vector<equation> all;
    for (std::size_t k = 0; k < count; ++k) {
        equation e;
        e.at_zero = e.measured = any(g);
        for (double value : x) {
            e.slope.push_back(any(g));
            e.measured += e.slope.back() * value;
        }
        all.push_back(e);
    }
    return all;
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_made_the_times_is_found) {
    const std::vector<double> x{2.4, 0, 0.2, 1.2};
    const auto found = least_squares(made_by(x, 30));
    BOOST_REQUIRE_EQUAL(found.x.size(), x.size());
    for (std::size_t k = 0; k < x.size(); ++k) BOOST_CHECK_SMALL(found.x[k] - x[k], 1e-4);
    BOOST_TEST(found.error < 1e-8);
}

BOOST_AUTO_TEST_CASE(no_number_is_negative) {
    auto all = made_by({2, 0.1}, 20);
    for (auto& e : all) e.measured -= 0.2 * e.slope[1];  // as from 2 and -0.1
    const auto found = least_squares(all);
    BOOST_TEST(found.x[1] == 0.0);
    BOOST_TEST(found.x[0] > 0.0);
    BOOST_TEST(found.error > 0.0);
}

// Numbers that occur in no equation stay 0. Numbers that always occur together share the value.
BOOST_AUTO_TEST_CASE(numbers_that_cannot_be_told_apart) {
    auto all = made_by({1}, 10);
    for (auto& e : all) e.slope = {e.slope[0], e.slope[0], 0};
    const auto found = least_squares(all);
    BOOST_CHECK_SMALL(found.x[0] + found.x[1] - 1, 1e-4);
    BOOST_TEST(found.x[2] == 0.0);
    BOOST_TEST(found.error < 1e-8);
}

BOOST_AUTO_TEST_SUITE_END()
