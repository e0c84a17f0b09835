// Fast lengths that know the device: at least the given length, at most a tenth more, and the cheapest by the cost
// model.
#include <boost/test/unit_test.hpp>

#include <random>

#include <stockham/stockham.hpp>

#include "support/refusal.hpp"
#include "support/seed.hpp"

BOOST_AUTO_TEST_SUITE(good_size_test)

using stockham::estimate;
using stockham::good_size;
using stockham::named_description;
using stockham::parse_transform;
using stockham::transform;

namespace {

double seconds_of(const stockham::device_description& device, transform t, std::size_t axis, std::size_t n) {
    static stockham::wisdom nothing_known;
    stockham::plan_options options;
    options.wisdom = &nothing_known;
    t.lengths[axis] = n;
    return estimate(device, t, options).seconds;
}

}  // namespace

// No length of the window that has a chain of radices is cheaper.
BOOST_AUTO_TEST_CASE(the_chosen_length_is_the_cheapest) {
    std::mt19937 generator(test_seed());
    for (const char* device : {"h200", "gfx90a", "cpu"})
        for (const char* text : {"c2c f32 1 b4096", "c2c f64 1 b4096", "r2c f32 1 b4096"}) {
            const auto described = named_description(device);
            auto t = parse_transform(text);
            const std::size_t n = 20 + generator() % 480;
            t.lengths[0] = n;
            const auto chosen = good_size(described, t);
            BOOST_TEST_CONTEXT(text << " from " << n << " for " << device << ": " << chosen) {
                BOOST_TEST(chosen >= n);
                const bool is_near = chosen <= n + n / 10;
                BOOST_TEST((is_near || chosen == good_size(n, t.kind)));
                const auto seconds = seconds_of(described, t, 0, chosen);
                for (auto m = n; m <= n + n / 10; ++m)
                    if (good_size(m) == m) BOOST_TEST(seconds <= seconds_of(described, t, 0, m), m);
            }
        }
}

// The window of a long axis has millions of lengths; only the few candidates may cost time.
BOOST_AUTO_TEST_CASE(long_axes) {
    const auto h200 = named_description("h200");
    const auto t = parse_transform("c2c f32 5000001");
    const auto chosen = good_size(h200, t);
    BOOST_TEST(chosen >= t.lengths[0]);
    BOOST_TEST(chosen <= t.lengths[0] * 11 / 10);
}

BOOST_AUTO_TEST_CASE(the_other_axes_stay) {
    const auto h200 = named_description("h200");
    const auto t = parse_transform("c2c f32 1021x1013 b4");
    for (std::size_t axis : {0U, 1U}) {
        const auto chosen = good_size(h200, t, axis);
        BOOST_TEST(chosen >= t.lengths[axis]);
        BOOST_TEST(chosen <= t.lengths[axis] * 11 / 10);
        BOOST_TEST(seconds_of(h200, t, axis, chosen) <= seconds_of(h200, t, axis, 1024));
    }
}

BOOST_AUTO_TEST_CASE(short_and_special_lengths) {
    const auto h200 = named_description("h200");
    for (const char* text : {"c2c f32 1", "c2c f32 2", "c2c f32 17", "r2c f32 1", "r2c f64 3", "dct1 f32 2",
                             "dst1 f32 1", "dct2 f32 97"}) {
        const auto t = parse_transform(text);
        auto longer = t;
        longer.lengths[0] = good_size(h200, t);
        BOOST_TEST(longer.lengths[0] >= t.lengths[0], text);
        BOOST_CHECK_NO_THROW(check(longer));
    }
}

BOOST_AUTO_TEST_CASE(what_is_refused) {
    const auto h200 = named_description("h200");
    const auto field_of = [&](const char* text, std::size_t axis) -> std::string {
        try {
            good_size(h200, parse_transform(text), axis);
            return "";
        } catch (const stockham::argument_error& e) {
            return e.field();
        }
    };
    BOOST_TEST(field_of("c2c f32 8", 1) == "axis");
    BOOST_TEST(field_of("c2c f32 8 b2 is=2 id=16", 0) == "input");
    BOOST_TEST(field_of("c2c f32 8 b2 od=16", 0) == "output");
    BOOST_TEST(field_of("c2c f32 0", 0) == "n");
    BOOST_TEST(field_of("c2c f32 4294967297", 0) == "n");
    BOOST_TEST(field_of("c2c f32 8", 0).empty());
}

BOOST_AUTO_TEST_SUITE_END()
