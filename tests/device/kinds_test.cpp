// Every kind, form and length on the device: small lengths of all kinds, and random descriptions.
#include <boost/test/unit_test.hpp>

#include "support/on_device.hpp"
#include "support/seed.hpp"
#include "tools/harness/oracle/random_problem.hpp"

BOOST_AUTO_TEST_SUITE(kinds_test)

using stockham::parse_transform;

// Also runs under Oclgrind, which is slow: each form of cl/access/ and of the exchanges once.
BOOST_AUTO_TEST_SUITE(small)

BOOST_AUTO_TEST_CASE(each_path) {
    std::size_t turn = 0;
    for (const char* text : {"c2c f32 60 b2", "c2c f32 37", "c2c f32 37x3", "c2c f32 83", "r2c f32 32 b2", "r2c f32 15",
                             "c2r f32 32 b2", "c2r f32 15", "r2c f32 8x12 in", "c2r f32 8x12 in", "dct2 f32 12",
                             "dst3 f32 9", "c2c f16 20", "c2c f32 24 if=planar of=planar", "c2c f32 8x16 nonzero=4x8",
                             "c2c f32 12x10", "r2c f32 8x12 wanted=5x4", "c2r f32 8x12 nonzero=5x4"})
        check_on_device(parse_transform(text), 4, in_turn(everyone(), turn++, 2));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_CASE(shapes_of_every_kind) {
    for (const char* text : {"c2c f32 60 b5",
                             "c2c f64 1000",
                             "c2c f32 1155 inv",
                             "c2c f64 13x11x7",
                             "c2c f32 17 b3",
                             "c2c f32 101x103",
                             "c2c f64 97 in inv",
                             "c2c f64 257 b7 inv",
                             "c2c f32 4097 in",
                             "c2c f32 1411x37 b2 in",
                             "c2c f64 415 b3 inv",
                             "c2c f32 37x83 if=planar of=planar",
                             "c2c f32 2062 b2",
                             "r2c f32 64 b3",
                             "r2c f32 15 b4",
                             "r2c f64 1000",
                             "r2c f64 30x31",
                             "r2c f32 48x64 b2 in",
                             "r2c f32 20x24 of=planar",
                             "r2c f32 12x10 spectrum=full",
                             "r2c f64 1000 spectrum=full",
                             "c2r f32 64 b3",
                             "c2r f64 15",
                             "c2r f32 48x64 b2 in",
                             "c2r f32 17x18",
                             "dct1 f32 17",
                             "dct2 f32 32 b3",
                             "dct2 f64 8x8 b2",
                             "dct3 f32 31",
                             "dct4 f32 24 in",
                             "dst1 f64 15",
                             "dst2 f32 20",
                             "dst3 f32 8x12",
                             "dst4 f32 19",
                             "c2c f16 256 b3",
                             "r2c f16 60",
                             "c2r f16 10x12",
                             "c2c f32 128 if=planar b2",
                             "c2c f32 128 of=planar",
                             "c2c f64 32x32 if=planar of=planar in",
                             "c2c f32 64x64 nonzero=32x16",
                             "r2c f32 64x64 nonzero=16x64",
                             "r2c f32 64x64 wanted=50x21 of=planar",
                             "c2r f32 64x64 nonzero=50x21 in",
                             "c2c f32 256x8 os=1,256"})
        check_on_device(parse_transform(text), 5);
}

BOOST_AUTO_TEST_CASE(long_transforms) {
    for (const char* text : {"c2c f32 100000", "r2c f32 262144", "c2r f32 200000", "r2c f64 98415", "c2c f32 65537",
                             "r2c f32 65537", "c2r f64 40009", "dct2 f32 50000", "r2c f32 4x100000 in",
                             "c2r f32 3x131072 in", "c2c f32 100000 if=planar of=planar in", "c2c f16 65536"})
        check_on_device(parse_transform(text), 6);
}

BOOST_AUTO_TEST_CASE(random_descriptions) {
    const unsigned seed = test_seed();
    std::mt19937 generator(seed);
    const auto devices = everyone();
    for (int count = 0; count < problem_count(60); ++count) {
        auto t = random_any(generator, 1 << 12);
        if (t.precision == stockham::precision::f64 && !test_device::get().has_double)
            t.precision = stockham::precision::f32;
        BOOST_TEST_CONTEXT("STOCKHAM_TEST_SEED=" << seed << ", problem " << count)
        check_on_device(t, seed, {devices[static_cast<std::size_t>(count) % devices.size()]});
    }
}

BOOST_AUTO_TEST_SUITE_END()
