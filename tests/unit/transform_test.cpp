// Every refusal of a transform's description, with its class and its field or rule, and the extents of layouts.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include <stockham/stockham.hpp>

#include "support/refusal.hpp"
#include "tools/harness/oracle/random_problem.hpp"
#include "tools/harness/oracle/reference.hpp"

BOOST_AUTO_TEST_SUITE(transform_test)

using stockham::parse_transform;
using stockham::transform;

namespace {

void refuses(const std::string& text, const std::string& field) {
    BOOST_TEST_CONTEXT(text) {
        expect_argument_error(field, [&] { check(parse_transform(text)); });
    }
}

void does_not_support(const std::string& text, const std::string& rule) {
    BOOST_TEST_CONTEXT(text) {
        expect_unsupported_error(rule, [&] { check(parse_transform(text)); });
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(refusals)

BOOST_AUTO_TEST_CASE(nothing_to_do) {
    expect_argument_error("lengths", [] { check(transform{}); });
    refuses("c2c f32 0", "lengths");
    refuses("c2c f32 64x0", "lengths");
    refuses("c2c f32 64 b0", "batch");
}

BOOST_AUTO_TEST_CASE(products_beyond_any_buffer) {
    refuses("c2c f32 4294967296x4294967296", "lengths");
    refuses("c2c f64 18446744073709551615", "lengths");
    refuses("c2c f32 67108864x67108864x67108864", "lengths");
    refuses("c2c f32 67108864 b8589934592", "batch");  // 2^59 elements: 2^63 bytes in double precision
    refuses("c2c f32 64 b18446744073709551615", "batch");
    refuses("c2c f32 64 is=18446744073709551615", "input");
    refuses("c2c f32 64 os=288230376151711744", "output");
    refuses("c2c f32 64 b2 id=18446744073709551615", "input");
    refuses("c2c f32 64 io=18446744073709551615", "input");
    refuses("c2c f32 64 oo=576460752303423488", "output");
    BOOST_CHECK_NO_THROW(check(parse_transform("c2c f32 67108864 b4294967296")));
    BOOST_CHECK_NO_THROW(check(parse_transform("c2c f32 1 io=576460752303423487")));
}

BOOST_AUTO_TEST_CASE(elements_that_share_a_place) {
    refuses("c2c f32 64 is=0", "input");
    refuses("c2c f32 64 b2 id=63", "input");
    refuses("c2c f32 64 b2 od=1", "output");
    refuses("c2c f32 8x8 is=7,1", "input");
    refuses("c2c f32 8x8 os=1,1", "output");
    refuses("c2c f32 8x8 is=1,7", "input");
    refuses("c2c f32 8x8x8 is=64,8,0", "input");
    refuses("c2c f32 64 b64 is=64 id=64", "input");
    for (const char* fine : {"c2c f32 8x8 is=8,1", "c2c f32 8x8 is=1,8", "c2c f32 1x8 is=0,1", "c2c f32 8 b8 is=8 id=1",
                             "c2c f32 64 b1 id=1"})
        BOOST_CHECK_NO_THROW(check(parse_transform(fine)));
}

BOOST_AUTO_TEST_CASE(as_many_strides_as_axes) {
    refuses("c2c f32 64 is=1,1", "input");
    refuses("c2c f32 8x8 os=1", "output");
}

BOOST_AUTO_TEST_CASE(in_place_the_layouts_are_the_same) {
    refuses("c2c f32 64 in os=2", "placement");
    refuses("c2c f32 64 in oo=1", "placement");
    refuses("c2c f32 64 b3 in od=65", "placement");
    refuses("c2c f32 8x16 in is=16,1 os=1,8", "placement");
    for (const char* fine : {"c2c f32 64 in is=1", "c2c f32 64 b3 in id=64", "c2c f32 8x16 in is=16,1",
                             "c2c f32 64 in io=3 oo=3 is=2 os=2"})
        BOOST_CHECK_NO_THROW(check(parse_transform(fine)));
}

BOOST_AUTO_TEST_CASE(scales) {
    transform t;
    t.lengths = {64};
    const auto with = [&](stockham::precision p, double scale) {
        t.precision = p;
        t.scale = scale;
        return t;
    };
    using stockham::precision;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (auto p : {precision::f16, precision::f32, precision::f64})
        for (double bad : {infinity, -infinity, std::numeric_limits<double>::quiet_NaN()})
            expect_argument_error("scale", [&] { check(with(p, bad)); });
    for (double beyond : {1e39, -1e300, 1e-39, 1e-46, 5e-324, std::ldexp(1.0, 128)}) {
        for (auto p : {precision::f16, precision::f32}) expect_argument_error("scale", [&] { check(with(p, beyond)); });
        BOOST_CHECK_NO_THROW(check(with(precision::f64, beyond)));
    }
    for (double fine : {0.0, 1.0, -2.5, std::ldexp(1.0, -126), std::ldexp(1.0, 127)})
        for (auto p : {precision::f16, precision::f32}) BOOST_CHECK_NO_THROW(check(with(p, fine)));
}

BOOST_AUTO_TEST_CASE(what_the_library_does_not_do) {
    does_not_support("c2c f32 2x2x2x2x2x2", "rank");
    does_not_support("c2c f32 1x1x1x1x1x1", "rank");
    for (const char* text :
         {"c2c f32 8589934592", "c2c f32 4294967297", "r2c f32 4x4294967298", "dct2 f64 4294967311x2"})
        does_not_support(text, "lengths");
    for (const char* text :
         {"c2c f32 64 algorithm=row_transpose", "c2c f16 8x8x8 algorithm=row_transpose",
          "r2c f32 8x8 algorithm=row_transpose", "dct2 f32 8x8 algorithm=row_transpose",
          "c2c f32 8x8 if=planar algorithm=row_transpose", "c2c f32 8x8 of=planar algorithm=row_transpose",
          "c2c f32 8x8 nonzero=8x8 algorithm=row_transpose"})
        does_not_support(text, "row_transpose");
    for (const char* text :
         {"c2c f32 64 algorithm=five_step", "c2c f32 64x64 algorithm=five_step", "c2c f32 8x8x8x8 algorithm=five_step",
          "c2c f32 2x8x8 algorithm=five_step", "c2c f32 8x12x8 algorithm=five_step",
          "c2c f32 8x2048x8 algorithm=five_step", "c2r f32 8x8x8 algorithm=five_step",
          "c2c f16 8x8x8 algorithm=five_step", "c2c f32 8x8x8 of=planar algorithm=five_step"})
        does_not_support(text, "five_step");
    for (const char* text : {"c2c f32 48 algorithm=tensor", "c2c f32 64x3 algorithm=tensor",
                             "r2c f32 64 algorithm=tensor", "c2c f16 64 algorithm=tensor"})
        does_not_support(text, "tensor");
}

BOOST_AUTO_TEST_CASE(every_length_up_to_the_longest) {
    for (const char* fine : {"c2c f64 4294967296", "c2c f32 67108865", "c2c f32 33554467", "r2c f32 4294967291",
                             "dst1 f16 4294967296", "c2c f32 3", "c2c f32 1080x1920", "c2r f32 1x1x1", "dct4 f32 1"})
        BOOST_TEST_CONTEXT(fine) {
            BOOST_CHECK_NO_THROW(check(parse_transform(fine)));
        }
}

// The message must have the transform and the first error in it.
BOOST_AUTO_TEST_CASE(messages_carry_the_problem_string) {
    for (const char* text :
         {"c2c f32 0", "c2c f64 4294967297x5", "c2c f32 8 in os=2", "c2c f32 8 b2 id=1", "c2c f32 2x2x2x2x2x2"})
        BOOST_CHECK_EXCEPTION(check(parse_transform(text)), stockham::error, [&](const stockham::error& e) {
            return std::string(e.what()).find(to_string(parse_transform(text))) != std::string::npos;
        });
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(extents)

BOOST_AUTO_TEST_CASE(one_more_than_the_highest_place) {
    const auto in = [](const char* text) { return input_extent(parse_transform(text)); };
    const auto out = [](const char* text) { return output_extent(parse_transform(text)); };
    BOOST_TEST(in("c2c f32 1") == 1U);
    BOOST_TEST(in("c2c f32 64 b3") == 192U);
    BOOST_TEST(in("c2c f32 64 b3 id=100") == 264U);
    BOOST_TEST(in("c2c f32 64 is=3") == 190U);
    BOOST_TEST(in("c2c f32 64 b2 is=3") == 380U);  // packed: a transform begins where the previous one ends
    BOOST_TEST(in("c2c f32 8x8 is=1,10 io=7") == 85U);
    BOOST_TEST(out("c2c f32 8x8 is=1,10 io=7") == 64U);
    BOOST_TEST(out("c2c f32 8x8 b2 os=100,3 od=1 oo=1000") == 1723U);
    BOOST_TEST(out("c2c f32 2 b2 od=4294967296 os=8589934592") == 12884901889U);
}

BOOST_AUTO_TEST_CASE(they_are_the_random_layouts_highest_places) {
    std::mt19937 generator(13);
    for (int count = 0; count < 200; ++count) {
        const auto t = random_problem(generator, 1 << 10);
        for (bool input : {true, false}) {
            const auto places = reference::places(t, input);
            BOOST_TEST((input ? input_extent(t) : output_extent(t)) ==
                           *std::max_element(places.begin(), places.end()) + 1,
                       to_string(t));
        }
    }
}

BOOST_AUTO_TEST_CASE(they_check_first) {
    expect_argument_error("batch", [] { input_extent(parse_transform("c2c f32 8 b0")); });
    expect_unsupported_error("lengths", [] { output_extent(parse_transform("c2c f32 4294967297")); });
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE_END()
