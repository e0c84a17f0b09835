// Lengths up to 4200 in the host interpreter: every kind of transform up to length 200, then one kind in turn; every
// length up to 1000, then every third. Each is planned for the next device in turn. scripts/campaign.sh checks every
// kind of every length.
#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <sstream>

#include "problem/problem.hpp"
#include "support/built_slow.hpp"
#include "support/descriptions.hpp"
#include "support/interpreted.hpp"
#include "systems/planning.hpp"

BOOST_AUTO_TEST_SUITE(lengths_test)

namespace {

constexpr const char* kinds[] = {"c2c", "r2c", "c2r", "dct1", "dct2", "dct3", "dct4", "dst1", "dst2", "dst3", "dst4"};

void check_length(const std::string& kind, std::size_t n, const stockham::device_description& device) {
    const auto t = stockham::parse_transform(kind + " f32 " + std::to_string(n));
    check_interpreted(t, device, make_plan(stockham::internal::make_problem(t), device));
}

constexpr std::size_t kind_count = std::size(kinds);
constexpr std::size_t every_kind_to = 200, every_length_to = 1000, longest = 4200;
constexpr std::size_t step = built_slow ? 41 : 1;

void check_kind(std::size_t kind, std::size_t n, const std::vector<stockham::device_description>& devices) {
    if (n == 1 && std::string(kinds[kind]) == "dct1") return;  // it needs two points
    check_length(kinds[kind], n, devices[(n / kind_count + kind) % devices.size()]);
}

void check_every_kind(std::size_t n, const std::vector<stockham::device_description>& devices) {
    for (std::size_t kind = 0; kind < kind_count; ++kind) check_kind(kind, n, devices);
}

/// Lengths that leave this remainder when divided by 4: four tests run in parallel.
void check_remainder(std::size_t remainder) {
    const auto devices = descriptions();
    const std::size_t first = remainder == 0 ? 4 : remainder;
    for (std::size_t n = first; n <= longest; n += 4 * step) {
        if (n <= every_kind_to)
            check_every_kind(n, devices);
        else if (n <= every_length_to || n % 3 == 0)
            check_kind(n % kind_count, n, devices);
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

// Run by hand or by scripts/campaign.sh: every kind of the lengths in STOCKHAM_TEST_LENGTHS="FIRST LAST".
BOOST_AUTO_TEST_CASE(range, *boost::unit_test::disabled() * boost::unit_test::label("by_name")) {
    const char* named = std::getenv("STOCKHAM_TEST_LENGTHS");
    BOOST_REQUIRE_MESSAGE(named, "STOCKHAM_TEST_LENGTHS is not set");
    std::istringstream words(named);
    std::size_t first = 0, last = 0;
    BOOST_REQUIRE(words >> first >> last);
    BOOST_REQUIRE((first >= 1 && first <= last));
    const auto devices = descriptions();
    for (std::size_t n = first; n <= last; ++n) check_every_kind(n, devices);
}

BOOST_AUTO_TEST_SUITE_END()
