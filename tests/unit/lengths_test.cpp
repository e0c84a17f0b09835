// Every length to 4200 and every kind through the host interpreter, each planned for the next device in turn.
#include <boost/test/unit_test.hpp>

#include "plan/planner.hpp"
#include "problem/problem.hpp"
#include "support/built_slow.hpp"
#include "support/descriptions.hpp"
#include "support/interpreted.hpp"

BOOST_AUTO_TEST_SUITE(lengths_test)

namespace {

constexpr const char* kinds[] = {"c2c", "r2c", "c2r", "dct1", "dct2", "dct3", "dct4", "dst1", "dst2", "dst3", "dst4"};

void check_length(const std::string& kind, std::size_t n, const stockham::device_description& device) {
    const auto t = stockham::parse_transform(kind + " f32 " + std::to_string(n));
    check_interpreted(t, device, make_plan(stockham::internal::make_problem(t), device));
}

constexpr std::size_t step = built_slow ? 41 : 1;

/// Lengths that leave this remainder when divided by 4: four tests run side by side.
void check_remainder(std::size_t remainder) {
    const auto devices = descriptions();
    const std::size_t first = remainder == 0 ? 4 : remainder;
    for (std::size_t n = first; n <= 4200; n += 4 * step) {
        auto turn = n / 4;
        for (const char* kind : kinds)
            if (n > 1 || std::string(kind) != "dct1") check_length(kind, n, devices[turn++ % devices.size()]);
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(remainder_0)
BOOST_AUTO_TEST_CASE(every_kind) {
    check_remainder(0);
}
BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(remainder_1)
BOOST_AUTO_TEST_CASE(every_kind) {
    check_remainder(1);
}
BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(remainder_2)
BOOST_AUTO_TEST_CASE(every_kind) {
    check_remainder(2);
}
BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(remainder_3)
BOOST_AUTO_TEST_CASE(every_kind) {
    check_remainder(3);
}
BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE_END()
