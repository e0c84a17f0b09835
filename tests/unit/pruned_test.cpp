// Pruned outputs, and good lengths for each kind of transform.
#include <boost/test/unit_test.hpp>

#include <stockham/transform.hpp>

#include "support/descriptions.hpp"
#include "support/interpreted.hpp"
#include "support/refusal.hpp"
#include "systems/planning.hpp"

BOOST_AUTO_TEST_SUITE(pruned_test)

using stockham::parse_transform;

namespace {

void refuses(const std::string& text, const std::string& field) {
    BOOST_TEST_CONTEXT(text) {
        expect_argument_error(field, [&] { check(parse_transform(text)); });
    }
}

stockham::kind kind_of_text(const std::string& word) {
    return parse_transform(word + " f32 4").kind;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(wanted_points)

BOOST_AUTO_TEST_CASE(strings_and_refusals) {
    const auto t = parse_transform("c2c f32 8x6 wanted=3x6");
    BOOST_TEST(to_string(t) == "c2c f32 8x6 wanted=3x6");
    BOOST_TEST(t.wanted[0] == 3U);
    BOOST_CHECK_NO_THROW(check(parse_transform("c2r f32 8x6 wanted=3x6")));
    refuses("c2c f32 8x6 wanted=3", "wanted");
    refuses("c2c f32 8x6 wanted=9x6", "wanted");
    refuses("c2c f32 8x6 wanted=0x6", "wanted");
    BOOST_CHECK_NO_THROW(check(parse_transform("r2c f32 6x8 wanted=6x5")));
    BOOST_CHECK_NO_THROW(check(parse_transform("c2r f32 6x8 nonzero=6x5")));
    BOOST_CHECK_NO_THROW(check(parse_transform("r2c f32 6x8 wanted=6x8 spectrum=full")));
    refuses("r2c f32 6x8 wanted=6x6", "wanted");
    refuses("c2r f32 6x8 nonzero=6x6", "nonzero");
    refuses("dct2 f32 8 wanted=3", "wanted");
    expect_unsupported_error("tensor", [] { check(parse_transform("c2c f32 64 wanted=3 algorithm=tensor")); });
}

/// Later passes move only wanted points.
BOOST_AUTO_TEST_CASE(they_save_traffic) {
    const auto device = stockham::named_description("h200");
    const auto bytes = [&](const char* text) {
        std::uint64_t sum = 0;
        const auto p = stockham::internal::make_problem(parse_transform(text));
        for (const auto& step : make_plan(p, device).steps) {
            const auto& pass = std::get<stockham::internal::pass_step>(step);
            std::uint64_t rows = 1;
            for (const auto& l : pass.loops) rows *= l.n;
            sum += rows * pass.tile_points();
        }
        return sum;
    };
    BOOST_TEST(bytes("c2c f32 2048x2048 wanted=1024x1024") <= bytes("c2c f32 2048x2048") * 3 / 4);
    // The rows are transformed whole, then a third of the columns.
    BOOST_TEST(bytes("r2c f32 2048x2048 wanted=2048x342") <= bytes("r2c f32 2048x2048") * 3 / 4);
    BOOST_TEST(bytes("c2r f32 2048x2048 nonzero=2048x342") <= bytes("c2r f32 2048x2048") * 3 / 4);
}

BOOST_AUTO_TEST_CASE(in_many_shapes) {
    for (const auto& device : descriptions())
        for (const char* text : {"c2c f32 16 wanted=5",
                                 "c2c f32 13 b11 in wanted=2",
                                 "c2c f16 8 b36 in nonzero=6 wanted=1",
                                 "c2c f64 12x10 b3 wanted=12x1",
                                 "c2c f32 8x9x10 in wanted=3x4x5",
                                 "c2c f32 8192 wanted=3000",
                                 "c2c f32 37x41 wanted=20x7",
                                 "c2c f32 1009 wanted=9",
                                 "c2r f32 30x20 wanted=7x9",
                                 "c2r f64 4096 b2 in wanted=17",
                                 "c2c f32 32x64 nonzero=16x32 wanted=5x64",
                                 "r2c f32 30x20 wanted=7x9",
                                 "r2c f64 4096 b2 in wanted=17",
                                 "r2c f32 8x16 nonzero=5x9 wanted=8x3",
                                 "r2c f32 100000 wanted=3",
                                 "r2c f32 1009x6 spectrum=full wanted=1x3",
                                 "r2c f32 12x1009 b2 wanted=12x100",
                                 "c2r f32 30x20 nonzero=7x9",
                                 "c2r f64 4096 b2 in nonzero=17",
                                 "c2r f32 8x16 nonzero=5x3 wanted=7x9",
                                 "c2r f32 100000 nonzero=3",
                                 "c2r f32 6x30 spectrum=full nonzero=4x25",
                                 "c2r f32 12x1009 b2 nonzero=12x100",
                                 "c2r f32 15x1 nonzero=3x1",
                                 "r2c f32 4x2 in wanted=4x1",
                                 "c2c f32 74 nonzero=3 wanted=3",
                                 "c2c f32 83 b2 nonzero=1 wanted=1",
                                 "c2c f32 74x5 nonzero=1x5 wanted=1x2",
                                 "c2c f32 4096x16 in if=planar of=planar wanted=100x16"})
            check_interpreted(parse_transform(text), device,
                              make_plan(stockham::internal::make_problem(parse_transform(text)), device));
}

/// By plan strings: lines that are packed, paired, or have a prime as a radix of the tile.
BOOST_AUTO_TEST_CASE(real_lines_of_gpus) {
    const auto device = stockham::named_description("h200");
    for (const auto& [text, plan] : {std::pair("r2c f32 6x64 wanted=6x10", "6 x 32 : 1.0 ; 0.0"),
                                     std::pair("c2r f32 6x64 nonzero=6x10", "6 x 32 : 0.0 ; 1.0"),
                                     std::pair("r2c f32 8x64 wanted=8x20", "8 x 64 : 1.0 paired ; 0.0"),
                                     std::pair("c2r f32 8x64 nonzero=8x20", "8 x 64 : 0.0 ; 1.0 paired"),
                                     std::pair("r2c f32 82 b7 wanted=3", "41 : 0.0"),
                                     std::pair("c2r f32 2050 b7 nonzero=700", "25*41 : 0.0+0.1")}) {
        const auto p = stockham::internal::make_problem(parse_transform(text));
        const auto made = build_plan(p, device, stockham::internal::read_plan(plan, p, device));
        check_interpreted(parse_transform(text), device, made.plan);
    }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(good_sizes)

BOOST_AUTO_TEST_CASE(of_kinds_and_convolutions) {
    using stockham::good_convolution_size;
    using stockham::good_size;
    BOOST_TEST(good_size(17, kind_of_text("c2c")) == 18U);
    BOOST_TEST(good_size(17, kind_of_text("r2c")) == 18U);
    BOOST_TEST(good_size(25, kind_of_text("r2c")) == 26U);
    BOOST_TEST(good_size(33, kind_of_text("c2r")) == 36U);
    BOOST_TEST(good_size(1, kind_of_text("r2c")) == 2U);
    BOOST_TEST(good_size(17, kind_of_text("dct1")) == 17U);
    BOOST_TEST(good_size(18, kind_of_text("dct1")) == 19U);
    BOOST_TEST(good_size(1, kind_of_text("dct1")) == 2U);
    BOOST_TEST(good_size(16, kind_of_text("dst1")) == 17U);
    BOOST_TEST(good_size(17, kind_of_text("dct2")) == 18U);
    BOOST_TEST(good_convolution_size(100, 20) == 120U);
    BOOST_TEST(good_convolution_size(1009, 1, kind_of_text("r2c")) == 1014U);
    expect_argument_error("n", [] { good_size(0, kind_of_text("r2c")); });
    BOOST_TEST(good_size(4294967296) == 4294967296U);
    expect_argument_error("n", [] { good_size(4294967297); });
    expect_argument_error("n", [] { good_size(4294967297, kind_of_text("r2c")); });
    expect_argument_error("kind", [] { good_size(3, static_cast<stockham::kind>(77)); });
    expect_argument_error("kind", [] { good_convolution_size(3, 3, kind_of_text("dct2")); });
    expect_argument_error("signal", [] { good_convolution_size(0, 3); });
    expect_argument_error("kernel", [] { good_convolution_size(3, 0); });
    expect_argument_error("kernel", [] { good_convolution_size(3, ~std::size_t{0}); });
    expect_argument_error("n", [] { good_convolution_size(4294967296, 4294967296); });
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE_END()
