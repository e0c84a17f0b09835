// Kinds and forms of a transform's description: real sides, spectra, planar storage, known zeros, and their extents.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <map>

#include <stockham/stockham.hpp>

#include "support/refusal.hpp"
#include "tools/harness/oracle/random_problem.hpp"
#include "tools/harness/oracle/reference.hpp"

BOOST_AUTO_TEST_SUITE(transform_kinds_test)

using stockham::parse_transform;
using lengths = std::vector<std::size_t>;

namespace {

const std::vector<std::string> kinds = {"c2c",  "r2c",  "c2r",  "dct1", "dct2", "dct3",
                                        "dct4", "dst1", "dst2", "dst3", "dst4"};

bool real_to_real(const std::string& kind) {
    return kind[0] == 'd';
}

void refuses(const std::string& text, const std::string& field, const std::string& what = {}) {
    BOOST_TEST_CONTEXT(text) {
        expect_argument_error(
            field, [&] { check(parse_transform(text)); }, what);
    }
}

void accepts(const std::string& text) {
    BOOST_TEST_CONTEXT(text) {
        BOOST_CHECK_NO_THROW(check(parse_transform(text)));
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(refusals)

BOOST_AUTO_TEST_CASE(directions_a_kind_does_not_have) {
    for (const auto& kind : kinds) {
        const bool forward = kind != "c2r", inverse = kind[0] == 'c';
        for (const auto& [word, has] : {std::pair(" fwd", forward), std::pair(" inv", inverse)}) {
            if (has)
                accepts(kind + " f32 8" + word);
            else
                refuses(kind + " f32 8" + word, "direction", kind);
        }
    }
    stockham::transform by_hand;
    by_hand.lengths = {8};
    by_hand.kind = stockham::kind::c2r;
    expect_argument_error("direction", [&] { check(by_hand); });
}

BOOST_AUTO_TEST_CASE(lengths_a_kind_does_not_have) {
    for (const auto& kind : kinds) {
        refuses(kind + " f32 0", "lengths");
        if (kind != "dct1") accepts(kind + " f32 1x1");
    }
    refuses("dct1 f32 1", "lengths");
    refuses("dct1 f32 1x8", "lengths");
    refuses("dct1 f32 8x8x1", "lengths");
    accepts("dct1 f32 2x2");
}

BOOST_AUTO_TEST_CASE(spectra_without_a_half) {
    for (const auto& kind : kinds) {
        if (kind == "r2c" || kind == "c2r")
            accepts(kind + " f32 8x9 spectrum=full");
        else
            refuses(kind + " f32 8x9 spectrum=full", "full_spectrum");
    }
    refuses("r2c f32 8 in spectrum=full", "full_spectrum");
    refuses("c2r f32 8 in spectrum=full", "full_spectrum");
}

BOOST_AUTO_TEST_CASE(zeros_that_cannot_be) {
    for (const auto& kind : kinds) {
        if (real_to_real(kind))
            refuses(kind + " f32 8x9 nonzero=8x9", "nonzero");
        else
            accepts(kind + " f32 8x9 nonzero=1x" + (kind == "c2r" ? "5" : "9"));
    }
    for (const char* wrong : {"8", "8x9x1", "0x9", "8x0", "9x9", "8x10"})
        refuses(std::string("r2c f32 8x9 nonzero=") + wrong, "nonzero");
    accepts("c2c f32 8 in inv nonzero=8");
    accepts("r2c f32 8 in nonzero=5");
}

BOOST_AUTO_TEST_CASE(planar_numbers_are_complex) {
    for (const auto& kind : kinds) {
        const bool real_in = kind == "r2c" || real_to_real(kind), real_out = kind == "c2r" || real_to_real(kind);
        if (real_in)
            refuses(kind + " f32 8 if=planar", "input");
        else
            accepts(kind + " f32 8 if=planar");
        if (real_out)
            refuses(kind + " f32 8 of=planar", "output");
        else
            accepts(kind + " f32 8 of=planar");
    }
    refuses("c2c f32 8 in if=planar", "placement");
    refuses("c2c f32 8 in of=planar", "placement");
    refuses("r2c f32 8 in of=planar", "placement");
    refuses("c2r f32 8 in if=planar", "placement");
    accepts("c2c f32 8 in if=planar of=planar");
}

// A row of a Hermitian side has half as many elements. Gaps that are too small for the full lengths may be enough for
// it.
BOOST_AUTO_TEST_CASE(a_side_overlaps_by_its_own_lengths) {
    for (const char* fine : {"r2c f32 8x8 os=5,1", "c2r f32 8x9 is=5,1", "r2c f32 8 b2 od=5", "r2c f32 8x8 is=1,8",
                             "r2c f32 8x8 os=1,8 od=40", "c2r f32 8x8 b2 spectrum=full is=8,1 id=64"})
        accepts(fine);
    refuses("r2c f32 8x8 os=4,1", "output");
    refuses("r2c f32 8x8 is=7,1", "input");
    refuses("c2r f32 8x9 is=4,1", "input");
    refuses("c2r f32 8x9 os=8,1", "output");
    refuses("r2c f32 8 b2 od=4", "output");
    refuses("c2r f32 8 b2 od=7", "output");
    refuses("r2c f32 8x8 os=5,1 spectrum=full", "output");
    refuses("c2r f32 8 b2 id=7 spectrum=full", "input");
    refuses("dct2 f32 8x8 is=7,1", "input");
}

BOOST_AUTO_TEST_CASE(real_to_real_in_place_the_layouts_are_the_same) {
    for (const auto& kind : kinds) {
        if (!real_to_real(kind)) continue;
        accepts(kind + " f32 7x8 b2 in");
        accepts(kind + " f32 7x8 b2 in is=2,14 id=120 io=3 os=2,14 od=120 oo=3");
        refuses(kind + " f32 7x8 b2 in is=2,14", "placement");
        refuses(kind + " f32 7x8 b2 in oo=1", "placement");
        refuses(kind + " f32 7x8 b2 in od=57", "placement");
    }
}

BOOST_AUTO_TEST_CASE(real_data_in_place_lies_over_the_complex) {
    for (const char* fine :
         {"r2c f32 8 in", "c2r f32 8 in", "r2c f32 7x6x9 b3 in", "c2r f32 7x6x9 b3 in", "r2c f32 1 in",
          "r2c f32 8x8 in is=10,1", "r2c f32 8x8 b2 in is=10,1 os=5,1", "r2c f32 8x9 b3 in is=14,1 os=7,1",
          "r2c f32 8x9 b3 in is=10,1 id=90 io=4 od=45 oo=2", "c2r f32 4x8x8 in is=40,5,1 os=80,10,1",
          "c2r f32 4x8x8 in is=5,20,1 os=10,40,1", "r2c f32 8 b8 in id=10 od=5"})
        accepts(fine);
    for (const char* wrong :
         {"r2c f32 8x8 in is=8,1", "r2c f32 8x8 in is=12,1", "r2c f32 8x8 in os=6,1", "r2c f32 8 b2 in id=8",
          "r2c f32 8 b2 in id=12", "r2c f32 8 in is=2 os=1", "r2c f32 8 in is=2 os=2", "r2c f32 8 in io=1",
          "r2c f32 8 in io=2 oo=2", "c2r f32 8 in io=2 oo=2", "c2r f32 8x8 in os=8,1", "c2r f32 8x8 in is=1,8 os=2,16"})
        refuses(wrong, "placement", "10 real ones");
    refuses("c2r f32 8x9 in io=1", "placement", "10 real ones");
    refuses("c2r f32 8x7 in io=1", "placement", "8 real ones");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(sides)

BOOST_AUTO_TEST_CASE(which_are_real) {
    for (const auto& kind : kinds) {
        const auto t = parse_transform(kind + " f32 8");
        BOOST_TEST(is_real_input(t.kind) == (kind == "r2c" || real_to_real(kind)), kind);
        BOOST_TEST(is_real_output(t.kind) == (kind == "c2r" || real_to_real(kind)), kind);
    }
}

BOOST_AUTO_TEST_CASE(a_hermitian_side_keeps_half_of_its_last_axis) {
    const auto in = [](const char* text) { return input_lengths(parse_transform(text)); };
    const auto out = [](const char* text) { return output_lengths(parse_transform(text)); };
    for (const char* whole : {"c2c f32 6x8", "r2c f32 6x8", "c2r f32 6x8 spectrum=full", "dct1 f32 6x8"})
        BOOST_TEST((in(whole) == lengths{6, 8}), whole);
    for (const char* whole : {"c2c f32 6x8", "c2r f32 6x8", "r2c f32 6x8 spectrum=full", "dst4 f32 6x8"})
        BOOST_TEST((out(whole) == lengths{6, 8}), whole);
    BOOST_TEST((out("r2c f32 6x8") == lengths{6, 5}));
    BOOST_TEST((out("r2c f32 6x7") == lengths{6, 4}));
    BOOST_TEST((in("c2r f32 9x2") == lengths{9, 2}));
    BOOST_TEST((in("c2r f32 9") == lengths{5}));
    BOOST_TEST((in("c2r f32 3x1 in") == lengths{3, 1}));
}

BOOST_AUTO_TEST_CASE(extents_of_odd_and_even_lengths) {
    struct row {
        const char* text;
        std::size_t input, output;
    };
    for (const auto& r : std::initializer_list<row>{{"r2c f32 8", 8, 5},
                                                    {"r2c f32 7", 7, 4},
                                                    {"c2r f32 6x8 b2", 60, 96},
                                                    {"c2r f32 6x7 b2", 48, 84},
                                                    {"r2c f32 6x7 b2 spectrum=full", 84, 84},
                                                    {"r2c f32 6x8 is=9,1 os=7,1 io=2 oo=1", 55, 41},
                                                    {"dct1 f32 6x7 b2", 84, 84},
                                                    {"r2c f32 8 in", 8, 5},
                                                    {"r2c f32 8 b2 in", 18, 10},
                                                    {"r2c f32 7 b2 in", 15, 8},
                                                    {"r2c f32 6x8 b2 in", 118, 60},
                                                    {"c2r f32 6x7 b2 in", 48, 95},
                                                    {"c2r f32 6x8 b2 in is=6,1 os=12,1", 70, 138},
                                                    {"c2c f32 8x8 nonzero=2x2", 64, 64}})
        BOOST_TEST_CONTEXT(r.text) {
            BOOST_TEST(input_extent(parse_transform(r.text)) == r.input);
            BOOST_TEST(output_extent(parse_transform(r.text)) == r.output);
        }
}

BOOST_AUTO_TEST_CASE(bytes_are_of_one_buffer) {
    struct row {
        const char* text;
        std::size_t input, output;
    };
    for (const auto& r : std::initializer_list<row>{{"c2c f32 8", 64, 64},
                                                    {"c2c f16 8", 32, 32},
                                                    {"c2c f64 8", 128, 128},
                                                    {"c2c f64 8 if=planar", 64, 128},
                                                    {"c2c f32 8 in if=planar of=planar", 32, 32},
                                                    {"r2c f32 8", 32, 40},
                                                    {"r2c f16 8 of=planar", 16, 10},
                                                    {"c2r f64 7", 64, 56},
                                                    {"dct2 f32 8", 32, 32},
                                                    {"r2c f32 8 in", 40, 40},
                                                    {"c2r f32 7x7 b3 in", 672, 672},
                                                    {"c2r f64 7 in", 64, 64}})
        BOOST_TEST_CONTEXT(r.text) {
            BOOST_TEST(input_bytes(parse_transform(r.text)) == r.input);
            BOOST_TEST(output_bytes(parse_transform(r.text)) == r.output);
        }
    expect_argument_error("batch", [] { input_bytes(parse_transform("c2c f32 8 b0")); });
    expect_argument_error("direction", [] { output_bytes(parse_transform("c2r f32 8 fwd")); });
}

BOOST_AUTO_TEST_CASE(good_sizes_are_those_of_brute_force) {
    const auto smooth = [](std::size_t n) {
        for (std::size_t p = 2; p <= 13; ++p)
            while (n % p == 0) n /= p;
        return n == 1;
    };
    for (std::size_t n = 1; n <= 5000; ++n) {
        auto wanted = n;
        while (!smooth(wanted)) ++wanted;
        if (stockham::good_size(n) != wanted) BOOST_TEST(stockham::good_size(n) == wanted);
    }
    BOOST_TEST(stockham::good_size(67108864) == 67108864U);
    BOOST_TEST(stockham::good_size(67108863) == 67108864U);
    for (const std::size_t n : {999999937U, 3486784402U, 4200000001U}) {
        auto wanted = n;
        while (!smooth(wanted)) ++wanted;
        BOOST_TEST(stockham::good_size(n) == wanted);
    }
    expect_argument_error("n", [] { stockham::good_size(0); });
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(random_problems)

BOOST_AUTO_TEST_CASE(all_pass_the_check_and_round_trip) {
    std::mt19937 generator(17);
    std::map<stockham::kind, int> drawn;
    int in_place = 0, planar = 0, nonzero = 0, wanted = 0, full = 0, half_precision = 0, gaps = 0;
    constexpr int draws = 20000;
    for (int count = 0; count < draws; ++count) {
        const auto t = random_any(generator, std::size_t{1} << (4 + count % 12));
        const auto text = to_string(t);
        BOOST_TEST_CONTEXT(text) {
            BOOST_REQUIRE_NO_THROW(check(t));
            BOOST_REQUIRE(to_string(parse_transform(text)) == text);
        }
        ++drawn[t.kind];
        in_place += t.placement == stockham::placement::in_place;
        planar += t.input.form != t.output.form;
        nonzero += !t.nonzero.empty();
        wanted += !t.wanted.empty();
        full += t.full_spectrum;
        half_precision += t.precision == stockham::precision::f16;
        gaps += !t.input.strides.empty();
    }
    BOOST_TEST(drawn.size() == kinds.size());
    for (const auto& [kind, times] : drawn) BOOST_TEST(times > draws / 40);
    for (int times : {in_place, planar, nonzero, wanted, full, half_precision, gaps}) BOOST_TEST(times > draws / 40);
}

BOOST_AUTO_TEST_CASE(extents_are_their_highest_places) {
    std::mt19937 generator(19);
    for (int count = 0; count < 1000; ++count) {
        const auto t = random_any(generator, 1 << 9);
        auto whole = t;
        whole.wanted.clear();  // it does not reduce the extent
        for (bool input : {true, false}) {
            const auto places = reference::places(whole, input);
            BOOST_TEST((input ? input_extent(t) : output_extent(t)) ==
                           *std::max_element(places.begin(), places.end()) + 1,
                       to_string(t));
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE_END()
