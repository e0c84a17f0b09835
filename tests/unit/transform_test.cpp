// The problem string, both ways, and every refusal of a transform's description: its class, its field or its rule.
#define BOOST_TEST_MODULE transform
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include <stockham/stockham.hpp>

#include "support/random_problem.hpp"
#include "support/reference.hpp"
#include "support/refusal.hpp"

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

/// The string is what the transform says of itself, and reads back as the same transform.
void check_round_trip(const std::string& text) {
    BOOST_TEST_CONTEXT(text) {
        const auto t = parse_transform(text);
        BOOST_TEST(to_string(t) == text);
        BOOST_TEST(same(parse_transform(to_string(t)), t));
    }
}

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

BOOST_AUTO_TEST_SUITE(problem_string)

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
    check_round_trip("c2r f32 8 fwd");  // which check() refuses
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
         {"c2c f32 134217728", "c2c f32 67108865", "c2c f32 67108863", "r2c f32 4x33554434", "dct2 f64 33554467x2"})
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
    for (const char* fine : {"c2c f64 67108864", "c2c f32 66924000", "c2c f32 33554432", "r2c f32 33554431",
                             "dst1 f16 33554393", "c2c f32 3", "c2c f32 1080x1920", "c2r f32 1x1x1", "dct4 f32 1"})
        BOOST_TEST_CONTEXT(fine) {
            BOOST_CHECK_NO_THROW(check(parse_transform(fine)));
        }
}

// Whoever reads the message must be able to find the transform, and the first thing that is wrong with it.
BOOST_AUTO_TEST_CASE(messages_carry_the_problem_string) {
    for (const char* text :
         {"c2c f32 0", "c2c f64 67108865x5", "c2c f32 8 in os=2", "c2c f32 8 b2 id=1", "c2c f32 2x2x2x2x2x2"})
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
    BOOST_TEST(in("c2c f32 64 b2 is=3") == 380U);  // packed: a transform begins where the one before ends
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
    expect_unsupported_error("lengths", [] { output_extent(parse_transform("c2c f32 67108865")); });
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(named_descriptions)

BOOST_AUTO_TEST_CASE(the_known_ones) {
    for (const char* name : {"gfx906", "gfx90a", "gfx1030", "evergreen", "h200", "cpu"})
        BOOST_TEST(stockham::named_description(name).name == name);
    BOOST_TEST(stockham::named_description("gfx90a").local_memory == 65536U);
    BOOST_TEST((stockham::named_description("evergreen").fp64 == stockham::double_support::amd));
}

BOOST_AUTO_TEST_CASE(unknown_ones_list_the_known) {
    for (const char* name : {"", "gfx", "H200", "gfx906 "})
        expect_argument_error(
            "device", [&] { stockham::named_description(name); }, "evergreen");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(numbers_that_are_no_values)

/// The field is refused, by its number and without a word from elsewhere in memory.
template <class Change>
void refuses_number(const std::string& field, const Change& change) {
    for (const int number : {-1, 77, 1 << 30}) {
        auto t = parse_transform("c2c f32 64");
        change(t, number);
        expect_argument_error(
            field, [&] { check(t); }, std::to_string(number));
        BOOST_TEST(to_string(t).size() < 60U, to_string(t));
        expect_argument_error(field, [&] { input_bytes(t); });
        expect_argument_error(field, [&] { output_extent(t); });
        expect_argument_error(field, [&] { plan_text(t, stockham::named_description("h200")); });
    }
}

BOOST_AUTO_TEST_CASE(of_a_transform) {
    refuses_number("kind", [](transform& t, int n) { t.kind = static_cast<stockham::kind>(n); });
    refuses_number("precision", [](transform& t, int n) { t.precision = static_cast<stockham::precision>(n); });
    refuses_number("direction", [](transform& t, int n) { t.direction = static_cast<stockham::direction>(n); });
    refuses_number("placement", [](transform& t, int n) { t.placement = static_cast<stockham::placement>(n); });
    refuses_number("input", [](transform& t, int n) { t.input.form = static_cast<stockham::storage>(n); });
    refuses_number("output", [](transform& t, int n) { t.output.form = static_cast<stockham::storage>(n); });
}

BOOST_AUTO_TEST_CASE(algorithms_that_there_are_not) {
    for (const std::string name : {"", "magic", "Tensor", "five_step ", "automatic\n"}) {
        auto t = parse_transform("c2c f32 8x8x8");
        t.algorithm = name;
        expect_argument_error(
            "algorithm", [&] { check(t); }, "none of automatic, row_transpose, five_step, tensor");
        expect_argument_error("algorithm", [&] { plan_text(t, stockham::named_description("h200")); });
    }
    for (const auto& name : stockham::algorithm_names()) {
        auto t = parse_transform("c2c f32 8x8x8");
        t.algorithm = name;
        BOOST_CHECK_NO_THROW(check(t));
        BOOST_TEST(parse_transform(to_string(t)).algorithm == name);
    }
}

BOOST_AUTO_TEST_CASE(that_are_only_asked_about) {
    for (const int n : {-1, 11, 99}) {
        BOOST_TEST(!is_real_input(static_cast<stockham::kind>(n)));
        BOOST_TEST(!is_real_output(static_cast<stockham::kind>(n)));
        BOOST_TEST(to_string(static_cast<stockham::rigor>(n)) == std::string("?"));
        transform t = parse_transform("c2c f32 8x6");
        t.kind = static_cast<stockham::kind>(n);
        BOOST_TEST(input_lengths(t) == t.lengths);
        BOOST_TEST(output_lengths(t) == t.lengths);
    }
}

BOOST_AUTO_TEST_CASE(of_wisdom) {
    stockham::wisdom known;
    stockham::wisdom_entry e;
    e.problem = "c2c f32 64";
    e.seconds = 1;
    e.how = static_cast<stockham::rigor>(99);
    expect_argument_error(
        "wisdom", [&] { known.add(e); }, "rigor");
    BOOST_TEST(known.entries().empty());
}

template <class Field, class... Values>
void refuses_description(const std::string& name, Field stockham::device_description::*field, Values... values) {
    for (const char* base : {"cpu", "h200"})
        for (const Field value : {static_cast<Field>(values)...}) {
            auto device = stockham::named_description(base);
            device.*field = value;
            for (const char* text : {"c2c f32 64x64", "r2c f64 1000"}) {
                expect_argument_error(name, [&] { plan_text(parse_transform(text), device); });
                expect_argument_error(name, [&] { plan_kernels(parse_transform(text), device); });
            }
        }
}

BOOST_AUTO_TEST_CASE(of_a_description) {
    using d = stockham::device_description;
    constexpr auto huge = std::numeric_limits<std::size_t>::max();
    constexpr auto most = std::numeric_limits<unsigned>::max();
    refuses_description("vector_bytes", &d::vector_bytes, 1, 3, 4, 8, 17, 48, 128, most);
    refuses_description("wavefront", &d::wavefront, 0, 3, 2048, most);
    refuses_description("compute_units", &d::compute_units, 0, most);
    refuses_description("max_work_group", &d::max_work_group, std::size_t{0}, huge);
    refuses_description("local_memory", &d::local_memory, huge, huge / 2);
    refuses_description("static_local_memory", &d::static_local_memory, huge);
    refuses_description("kind", &d::kind, -1, 3);
    refuses_description("fp64", &d::fp64, -1, 3);
}

// What is odd but possible is planned for, or nothing fits.
BOOST_AUTO_TEST_CASE(of_an_odd_description) {
    for (const char* base : {"cpu", "h200"})
        for (const std::size_t local : {std::size_t{0}, std::size_t{1}, std::size_t{1000}, std::size_t{1} << 30})
            for (const std::size_t items : {1, 3, 100, 1 << 20})
                for (const unsigned units : {1U, 7U, 1U << 20}) {
                    auto device = stockham::named_description(base);
                    device.local_memory = device.static_local_memory = local;
                    device.max_work_group = items;
                    device.compute_units = units;
                    for (const char* text : {"c2c f32 256", "r2c f64 60", "c2c f32 16x16 algorithm=constant_geometry"})
                        try {
                            BOOST_TEST(!plan_text(parse_transform(text), device).empty());
                        } catch (const stockham::unsupported_error& e) {
                            BOOST_TEST(!e.rule().empty());
                        }
                }
}

BOOST_AUTO_TEST_SUITE_END()
