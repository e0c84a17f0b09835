// Choosing a device by number, name or kind, and the error if none matches.
#include <boost/test/unit_test.hpp>

#include <algorithm>

#include "support/environment.hpp"
#include "support/on_device.hpp"
#include "support/refusal.hpp"

BOOST_AUTO_TEST_SUITE(device_names_test)

BOOST_AUTO_TEST_CASE(unknown_ones_list_the_devices) {
    const auto name = stockham::describe(stockham::devices().front()).name;
    for (const char* word : {"no such device", "99", "999999999999999999999", "-1", "gpu7"})
        expect_argument_error(
            "device", [&] { stockham::choose_device(word); }, name);
    const scoped_variable wrong("STOCKHAM_DEVICE", "no such device");
    expect_argument_error(
        "device", [] { stockham::choose_device(); }, name);
}

BOOST_AUTO_TEST_CASE(known_ones) {
    const auto all = stockham::devices();
    BOOST_REQUIRE(!all.empty());
    const scoped_variable none("STOCKHAM_DEVICE", "");
    BOOST_TEST(stockham::choose_device() == all.front());
    for (std::size_t k = 0; k < all.size(); ++k) {
        BOOST_TEST(stockham::choose_device(std::to_string(k)) == all[k]);
        const scoped_variable number("STOCKHAM_DEVICE", std::to_string(k));
        BOOST_TEST(stockham::choose_device() == all[k]);
    }
    auto d = stockham::describe(all.front());
    auto upper = d.name;
    std::transform(upper.begin(), upper.end(), upper.begin(), [](unsigned char c) { return std::toupper(c); });
    BOOST_TEST(stockham::choose_device(upper) == all.front());
    BOOST_TEST(stockham::describe(stockham::choose_device(d.platform)).platform == d.platform);
    for (const auto& [word, kind] :
         {std::pair{"gpu", stockham::device_kind::gpu}, std::pair{"CPU", stockham::device_kind::cpu}})
        if (std::any_of(all.begin(), all.end(), [k = kind](auto id) { return stockham::describe(id).kind == k; })) {
            BOOST_TEST((stockham::describe(stockham::choose_device(word)).kind == kind));
        } else {
            expect_argument_error("device", [w = word] { stockham::choose_device(w); });
        }
}

BOOST_AUTO_TEST_SUITE_END()
