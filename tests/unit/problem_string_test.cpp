// The problem string, written and read.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include <stockham/stockham.hpp>

#include "support/refusal.hpp"
#include "tools/harness/oracle/random_problem.hpp"
#include "tools/harness/oracle/reference.hpp"

BOOST_AUTO_TEST_SUITE(problem_string_test)

using stockham::parse_transform;
using stockham::transform;

namespace {

bool same(const stockham::layout& a, const stockham::layout& b) {
    return a.strides == b.strides && a.distance == b.distance && a.offset == b.offset && a.form == b.form;
}

bool same(const transform& a, const transform& b) {
    return a.lengths == b.lengths && a.batch == b.batch && a.precision == b.precision && a.direction == b.direction &&
           a.placement == b.placement && a.scale == b.scale && same(a.input, b.input) && same(a.output, b.output) &&
           a.algorithm == b.algorithm && a.kind == b.kind && a.full_spectrum == b.full_spectrum &&
           a.nonzero == b.nonzero && a.wanted == b.wanted;
}

/// Writes the transform as this string, and reads it back as the same transform.
void check_round_trip(const std::string& text) {
    BOOST_TEST_CONTEXT(text) {
        const auto t = parse_transform(text);
        BOOST_TEST(to_string(t) == text);
        BOOST_TEST(same(parse_transform(to_string(t)), t));
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(canonical_strings_round_trip) {
    for (const char* text :
         {"c2c f32 1",
          "c2c f64 1024",
          "c2c f32 1080x1920",
          "c2c f32 2x4x8 b3 in inv",
          "c2c f64 16 scale=0.0625",
          "c2c f32 64x64 algorithm=row_transpose",
          "c2c f32 64x1024x2 algorithm=tensor",
          "c2c f32 32x32 b3 is=40,1 id=1300 io=5 os=1,33 od=1100 oo=7",
          "r2c f16 12x10 b3 in",
          "c2r f64 7",
          "c2r f32 8x9 od=100",
          "dct1 f32 5",
          "dct2 f64 6x6 in",
          "dct3 f16 100",
          "dct4 f32 3 scale=2",
          "dst1 f32 7",
          "dst2 f32 7",
          "dst3 f32 7",
          "dst4 f64 7 os=3",
          "c2c f32 30x20 is=20,1 id=700 io=1 if=planar os=1,30 od=601 oo=2 of=planar nonzero=15x20 scale=3",
          "r2c f32 64x48 b2 of=planar nonzero=1x48 spectrum=full",
          "c2r f16 48 if=planar spectrum=full",
          "c2c f32 8 scale=-0.001",
          "c2c f64 8 b18446744073709551615 io=18446744073709551615"})
        check_round_trip(text);
}

BOOST_AUTO_TEST_CASE(every_scale_reads_back_exactly) {
    std::mt19937_64 bits(5);
    for (int count = 0; count < 2000; ++count) {
        transform t;
        t.lengths = {8};
        const auto pattern = bits();
        std::memcpy(&t.scale, &pattern, sizeof t.scale);
        if (!std::isfinite(t.scale)) continue;
        BOOST_TEST(parse_transform(to_string(t)).scale == t.scale, to_string(t));
    }
}

BOOST_AUTO_TEST_CASE(random_problems_round_trip) {
    std::mt19937 generator(11);
    for (int count = 0; count < 1000; ++count) {
        const auto t = random_problem(generator, 1 << 20);
        BOOST_TEST(same(parse_transform(to_string(t)), t), to_string(t));
        BOOST_TEST(to_string(parse_transform(to_string(t))) == to_string(t));
    }
}

BOOST_AUTO_TEST_CASE(words_come_in_any_order) {
    const auto t = parse_transform("c2c inv\tb3 os=1 in \n 64 scale=2 f64 is=1");
    BOOST_TEST(to_string(t) == "c2c f64 64 b3 in inv is=1 os=1 scale=2");
    BOOST_TEST(to_string(parse_transform("c2c f32 8 out fwd b1 algorithm=automatic scale=1 spectrum=half "
                                         "if=interleaved of=interleaved")) == "c2c f32 8");
    BOOST_TEST(to_string(parse_transform("r2c spectrum=full nonzero=8x3 of=planar oo=1 f16 fwd 8x4 is=4,1")) ==
               "r2c f16 8x4 is=4,1 oo=1 of=planar nonzero=8x3 spectrum=full");
}

BOOST_AUTO_TEST_CASE(c2r_is_inverse_without_saying_so) {
    BOOST_TEST((parse_transform("c2r f32 8").direction == stockham::direction::inverse));
    BOOST_TEST(to_string(parse_transform("c2r f32 8 inv")) == "c2r f32 8");
    check_round_trip("c2r f32 8 fwd");  // check() refuses it
    check_round_trip("dct2 f32 8 inv");
}

BOOST_AUTO_TEST_CASE(what_it_does_not_understand_is_named) {
    for (const auto& [text, word] : std::initializer_list<std::pair<const char*, const char*>>{
             {"", "no lengths"},
             {"c2c f32", "no lengths"},
             {"f32 64", "f32"},
             {"r2r f32 64", "r2r"},
             {"dct5 f32 64", "dct5"},
             {"dct f32 64", "dct"},
             {"c2c r2c f32 64", "r2c"},
             {"c2c f8 64", "f8"},
             {"c2c f32 64 if=", "if="},
             {"c2c f32 64 of=split", "of=split"},
             {"c2c f32 64 nonzero=", "nonzero="},
             {"c2c f32 64 nonzero=3,4", "nonzero=3,4"},
             {"r2c f32 64 spectrum=whole", "spectrum=whole"},
             {"r2c f32 64 spectrum", "spectrum"},
             {"c2c f32 64x", "64x"},
             {"c2c f32 x64", "x64"},
             {"c2c f32 64xx64", "64xx64"},
             {"c2c f32 -64", "-64"},
             {"c2c f32 64 64", "64"},
             {"c2c f32 64 b", "b"},
             {"c2c f32 64 b3.5", "b3.5"},
             {"c2c f32 64 b-1", "b-1"},
             {"c2c f32 64 is=", "is="},
             {"c2c f32 64 is=1,", "is=1,"},
             {"c2c f32 64 ix=1", "ix=1"},
             {"c2c f32 64 what=1", "what"},
             {"c2c f32 64 scale=", "scale="},
             {"c2c f32 64 scale=two", "two"},
             {"c2c f32 64 scale=1x", "1x"},
             {"c2c f32 64 algorithm=magic", "magic"},
             {"c2c f32 99999999999999999999", "99999999999999999999"},
             {"c2c f32 64 b18446744073709551616", "b18446744073709551616"},
             {"C2C f32 64", "C2C"},
             {"c2c f32 64 IN", "IN"}})
        BOOST_TEST_CONTEXT("'" << text << "'") {
            expect_argument_error(
                "problem", [&, t = text] { parse_transform(t); }, word);
        }
}

BOOST_AUTO_TEST_SUITE_END()
