// Every rule and every shape in the host interpreter, against FFTW in long double, without a device.
#include <boost/test/unit_test.hpp>

#include <stockham/error.hpp>

#include "problem/problem.hpp"
#include "support/built_slow.hpp"
#include "support/descriptions.hpp"
#include "support/interpreted.hpp"
#include "support/seed.hpp"
#include "systems/planning.hpp"
#include "tools/harness/oracle/random_problem.hpp"

BOOST_AUTO_TEST_SUITE(interpreter_test)

using stockham::transform;

namespace {

void check_plan(const transform& t, const stockham::device_description& device) {
    try {
        check_interpreted(t, device, make_plan(stockham::internal::make_problem(t), device));
    } catch (const stockham::error& e) {
        BOOST_ERROR(to_string(t) << " for " << device.name << ": " << e.what());
    }
}

/// The problem itself and, with two axes, also as rows, transpose, rows, transpose.
void with_transposes(transform t, const stockham::device_description& device) {
    check_plan(t, device);
    if (t.lengths.size() != 2 || t.algorithm == "row_transpose") return;
    t.algorithm = "row_transpose";
    check_plan(t, device);
}

/// Every kind of one length, in and out of place.
void every_kind(std::size_t n, const stockham::device_description& device) {
    for (const char* kind : {"c2c", "r2c", "c2r", "dct1", "dct2", "dct3", "dct4", "dst1", "dst2", "dst3", "dst4"}) {
        if (n == 1 && std::string(kind) == "dct1") continue;
        check_plan(stockham::parse_transform(std::string(kind) + " f32 " + std::to_string(n) + (n % 3 ? "" : " b3")),
                   device);
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(lengths)

BOOST_AUTO_TEST_CASE(small_lengths_of_every_kind) {
    for (const auto& device : descriptions())
        for (std::size_t n = 1; n <= 40; ++n) every_kind(n, device);
}

BOOST_AUTO_TEST_CASE(every_power_of_two) {
    for (const auto& device : descriptions())
        for (std::size_t n = 1; n <= 65536; n *= 2)
            for (auto precision : {stockham::precision::f32, stockham::precision::f64}) {
                if (precision == stockham::precision::f64 && n > 8192) continue;
                transform t;
                t.lengths = {n};
                t.batch = n < 64 ? 37 : n < 8192 ? 3 : 1;
                t.precision = precision;
                check_plan(t, device);
            }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(layouts)

BOOST_AUTO_TEST_CASE(shapes) {
    for (const auto& device : descriptions())
        for (const char* text : {"c2c f32 16x16 b5",
                                 "c2c f32 64x64 in",
                                 "c2c f32 128x32",
                                 "c2c f64 32x256 inv",
                                 "c2c f32 8x16x32 b2",
                                 "c2c f64 16x16x16 in inv scale=0.5",
                                 "c2c f32 1x64",
                                 "c2c f32 64x1 b3",
                                 "c2c f32 2x2x2 b9",
                                 "c2c f32 4096x8",
                                 "c2c f32 8x4096 in",
                                 "c2c f32 64x64 algorithm=row_transpose",
                                 "c2c f64 128x16 b3 in algorithm=row_transpose",
                                 "c2c f32 8192x4 algorithm=row_transpose",
                                 "c2c f32 4x8192 in algorithm=row_transpose",
                                 "c2c f32 1x1 algorithm=row_transpose",
                                 "c2c f32 4x8x16 b2 algorithm=row_transpose",
                                 "c2c f64 3x4x5x6 in inv scale=3 algorithm=row_transpose",
                                 "c2c f32 2x4096x8 algorithm=row_transpose",
                                 "c2c f32 4x3x16 b2 is=200,60,3 os=1,10,40 od=700 io=9 algorithm=row_transpose",
                                 "c2c f32 4x8x16 b2 algorithm=five_step",
                                 "c2c f64 64x16x32 in inv algorithm=five_step",
                                 "c2c f32 64 b16 is=16 id=1 os=1 od=64",
                                 "c2c f32 32x32 is=40,1 id=1300 os=1,33 od=1100 io=5 oo=7 b3",
                                 "c2c f64 256 is=3 os=5",
                                 "c2c f64 21 b17 in nonzero=2",
                                 "c2c f32 1746 in nonzero=586"})
            with_transposes(stockham::parse_transform(text), device);
}

BOOST_AUTO_TEST_CASE(four_and_five_axes) {
    for (const auto& device : descriptions())
        for (const char* text :
             {"c2c f32 4x4x4x4", "c2c f64 8x2x16x4 b3 in inv", "c2c f32 2x3x4x5x6", "r2c f32 5x4x3x8",
              "c2r f32 3x3x4x2x10 in", "dct2 f32 3x4x5x6", "c2c f32 16x8x64x32", "c2c f32 2x2x512x2x4 scale=2",
              "c2c f32 4x4x4x4x4 is=6000,1400,300,65,13 id=30000 os=3,17,80,400,1700 od=9000 b2", "c2c f64 2x37x2x41",
              "c2c f32 4096x2x2x2 is=1,4099,9001,20000 os=9,1,4,40000"})
            check_plan(stockham::parse_transform(text), device);
}

BOOST_AUTO_TEST_CASE(partly_filled_in_place) {
    for (const auto& device : descriptions())
        check_plan(stockham::parse_transform("c2c f32 4x4 b8 in if=planar of=planar nonzero=1x4"), device);
}

BOOST_AUTO_TEST_CASE(pairs_of_real_numbers) {
    for (const auto& device : descriptions())
        for (const char* text : {"r2c f32 2 b33 in", "r2c f64 2 b38 os=3 od=7 oo=3 scale=5", "c2r f32 2 b70",
                                 "c2r f64 2x97x2 in is=4,11,1 id=10 os=8,22,1 od=20"})
            check_plan(stockham::parse_transform(text), device);
}

/// Digits by Rader's and by Bluestein's algorithm, alone and with others, in and out of place.
BOOST_AUTO_TEST_CASE(digits_without_a_chain) {
    for (const auto& device : descriptions())
        for (const char* text :
             {"c2c f32 37 b5", "c2c f64 257 in inv", "c2c f32 47 b3", "c2c f32 83 b2 in", "c2c f32 4097",
              "c2c f32 1411 b2 inv scale=0.5", "c2c f64 41x37 in", "c2c f32 37x83 b2", "c2c f32 82x4 inv",
              "c2c f32 101x5x2", "c2c f32 257 b20 is=20 id=1 os=20 od=1", "c2c f32 37x16 if=planar of=planar in",
              "c2c f64 16x43 b3 is=50,1 id=800 os=1,17 od=740 io=5 oo=7", "r2c f32 37x8", "c2r f32 41x6 b2",
              "c2c f16 37x4", "c2c f32 37x41 algorithm=row_transpose"})
            check_plan(stockham::parse_transform(text), device);
}

/// Points 0 and n / 2 of full spectra are real (check_interpreted()), also if Rader's or Bluestein's algorithm
/// transforms the line or its last digit.
BOOST_AUTO_TEST_CASE(full_spectra) {
    for (const auto& device : descriptions())
        for (const char* text :
             {"r2c f64 1000 b2 spectrum=full", "r2c f32 6000 spectrum=full scale=3",
              "r2c f64 20000 spectrum=full of=planar", "r2c f32 74 b70 spectrum=full", "r2c f64 83 b3 spectrum=full",
              "r2c f32 166 spectrum=full", "r2c f32 6889 spectrum=full", "r2c f32 360 b2 wanted=200 spectrum=full",
              "r2c f32 48x74 spectrum=full"})
            check_plan(stockham::parse_transform(text), device);
}

/// Primes as radices of a tile: alone, with several digits and lines, in and out of place, with a copy after the
/// stages.
BOOST_AUTO_TEST_CASE(primes_as_radices) {
    const std::pair<const char*, const char*> cases[] = {
        {"c2c f32 1025 b3", "25*41 : 0.0+0.1"},
        {"c2c f64 1025 b2 in inv", "5*5*41 : 0.0+0.1+0.2 min_items=32"},
        {"c2c f32 74 b70", "2*37 : 0.0+0.1"},
        {"c2c f32 74 b5 in scale=0.5", "2*37 : 0.0+0.1 exchange=planar"},
        {"c2c f64 777 b3 is=2 id=1600 os=3 od=2400", "21*37 : 0.0+0.1 layout=plain"},
        {"c2c f32 2624 b2", "16*4*41 : 0.0 ; 0.1+0.2"},
        {"c2c f32 2624 in", "16*4*41~ : 0.0 ; 0.1+0.2"},
        {"c2c f32 74x6", "2*37 x 6 : 0.0+0.1 ; 1.0"},
        {"c2c f32 6x74 b2 inv", "6 x 2*37 : 1.0+1.1 ; 0.0"},
        {"c2c f32 164 b20 is=20 id=1 os=20 od=1", "4*41 : 0.0+0.1"},
        {"r2c f32 1025 b3", "25*41 : 0.0+0.1"},
        {"r2c f64 41 b7", "41 : 0.0"},
        {"r2c f32 74 b70", "37 : 0.0"},
        {"r2c f32 410 b5", "5*41 : 0.0+0.1"},
        {"r2c f64 410 b2 in scale=0.5", "5*41 : 0.0+0.1"},
        {"r2c f32 3x82x410", "3 x 2*41 x 5*41 : 2.0+2.1 ; 1.0+1.1 ; 0.0"},
        {"r2c f32 129 b6 is=2 id=300 os=3 od=211", "3*43 : 0.0+0.1"},
        {"r2c f32 2624 b2", "64*41 : 0.0 ; 0.1"},
        {"r2c f32 2624 b2", "64*41~ : 0.0 ; 0.1"},
        {"r2c f64 2624 b3 in", "16*4*41 : 0.0 ; 0.1+0.2"},
        {"r2c f32 2625 b3", "25*105 : 0.0 ; 0.1"},
        {"r2c f32 3075 b3", "25*3*41 : 0.0 ; 0.1 ; 0.2"},
        {"r2c f64 5767 b3", "73*79 : 0.0 paired ; 0.1"},
        {"r2c f32 1517 b2 in", "37*41 : 0.0 ; 0.1"},
        {"r2c f32 1517", "41*37~ : 0.0 ; 0.1"},
        {"r2c f32 1517 b4 is=2 id=3100 os=3 od=2400", "41*37 : 0.0 paired ; 0.1"},
        {"r2c f32 4551 b3", "3*37*41 : 0.0 paired ; 0.1 ; 0.2"},
        {"r2c f32 3034 b3", "37*2*41 : 0.0 paired ; 0.1+0.2"},
        {"r2c f32 50653", "37*37*37 : 0.0 paired ; 0.1 ; 0.2"},
        {"r2c f32 1517 b2 spectrum=full", "37*41 : 0.0 ; 0.1"},
        {"r2c f32 5x1517", "5 x 37*41 : 1.0 paired ; 1.1 ; 0.0"},
        {"c2r f64 5767 b3", "73*79 : 0.0 ; 0.1 paired"},
        {"c2r f32 1517 b2 in", "37*41 : 0.0 ; 0.1"},
        {"c2r f32 1517", "41*37~ : 0.0 ; 0.1"},
        {"c2r f32 1517 b4 is=2 id=1700 os=3 od=4700", "41*37 : 0.0 ; 0.1 paired"},
        {"c2r f32 3034 b3", "2*37*41 : 0.0 ; 0.1 ; 0.2"},
        {"c2r f32 3034 b3", "41*2*37 : 0.0 ; 0.1 ; 0.2 paired"},
        {"c2r f32 2624 b2", "64*41 : 0.0 ; 0.1"},
        {"c2r f32 2624 b2", "41*64 : 0.0 ; 0.1 paired"},
        {"c2r f32 5x1517", "5 x 37*41 : 0.0 ; 1.0 ; 1.1 paired"},
        {"r2c f32 2624 b2 spectrum=full", "16*4*41 : 0.0 ; 0.1+0.2"},
        {"r2c f32 410 b5 spectrum=full", "2*5*41 : 0.0+0.1+0.2"},
        {"c2r f32 1025 b3", "25*41 : 0.0+0.1"},
        {"c2r f64 41 b7", "41 : 0.0"},
        {"c2r f32 74 b70", "37 : 0.0"},
        {"c2r f32 410 b5", "5*41 : 0.0+0.1"},
        {"c2r f64 410 b2 in scale=0.5", "5*41 : 0.0+0.1"},
        {"c2r f32 3x82x410", "3 x 2*41 x 5*41 : 0.0 ; 1.0+1.1 ; 2.0+2.1"},
        {"c2r f32 129 b6 is=2 id=300 os=3 od=411", "3*43 : 0.0+0.1"},
        {"c2c f32 1028 b2", "4*257 : 0.0+0.1 chain=0:4.1:16.1:16"},
    };
    const auto device = stockham::named_description("h200");
    for (const auto& [problem, plan] : cases) {
        const auto t = stockham::parse_transform(problem);
        const auto p = stockham::internal::make_problem(t);
        BOOST_TEST_CONTEXT(problem << " by " << plan) {
            check_interpreted(t, device, build_plan(p, device, stockham::internal::read_plan(plan, p, device)).plan);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

/// Real lines with two primes that Rader's algorithm transforms, each in a pass of its own.
BOOST_AUTO_TEST_CASE(two_primes_of_real_lines) {
    const unsigned seed = test_seed();
    std::mt19937 generator(seed);
    const auto all = descriptions();
    constexpr std::uint64_t primes[] = {37, 41, 43, 53, 61, 67, 71, 73, 79, 89, 97, 101};
    for (int count = 0; count < problem_count(built_slow ? 4 : 20); ++count) {
        const auto prime = [&] { return primes[generator() % std::size(primes)]; };
        const auto n = (1 + generator() % 3) * prime() * prime();
        const std::string kind = generator() % 2 ? "r2c" : "c2r", precision = generator() % 2 ? " f32 " : " f64 ";
        const auto t = stockham::parse_transform(kind + precision + std::to_string(n) + " b" +
                                                 std::to_string(1 + generator() % 4) + (generator() % 2 ? " in" : ""));
        BOOST_TEST_CONTEXT("STOCKHAM_TEST_SEED=" << seed << ", problem " << count)
        check_plan(t, all[generator() % all.size()]);
    }
}

const int random_count = problem_count(built_slow ? 600 : 3000);

BOOST_AUTO_TEST_CASE(random_problems_of_every_kind) {
    const unsigned seed = test_seed();
    std::mt19937 generator(seed);
    const auto all = descriptions();
    for (int count = 0; count < random_count; ++count) {
        const auto t = random_any(generator, 1 << 11);
        BOOST_TEST_CONTEXT("STOCKHAM_TEST_SEED=" << seed << ", problem " << count)
        check_plan(t, all[generator() % all.size()]);
    }
}

BOOST_AUTO_TEST_CASE(random_problems) {
    const unsigned seed = test_seed();
    std::mt19937 generator(seed);
    for (int count = 0; count < random_count; ++count) {
        const auto t = random_problem(generator, 1 << 13);
        const auto all = descriptions();
        BOOST_TEST_INFO("STOCKHAM_TEST_SEED=" << seed << ", problem " << count);
        check_plan(t, all[generator() % all.size()]);
    }
}

BOOST_AUTO_TEST_SUITE_END()
