// Transforms along axes of arrays as numpy describes them: the resulting transforms, and what is refused.
#include <boost/test/unit_test.hpp>

#include <stockham/array.hpp>

#include "support/refusal.hpp"

BOOST_AUTO_TEST_SUITE(array_test)

using stockham::array;
using stockham::kind;
using stockham::placement;
using stockham::precision;
using stockham::transform_along;

namespace {

void refused(const char* field, const std::vector<int>& axes, const array& in, const array& out, kind k = kind::c2c) {
    expect_argument_error(field, [&] { transform_along(axes, in, out, k); });
}

}  // namespace

BOOST_AUTO_TEST_CASE(packed_arrays) {
    const auto of = [](const std::vector<int>& axes, const std::vector<std::size_t>& shape) {
        return to_string(transform_along(axes, array{shape}, array{shape}));
    };
    BOOST_TEST(of({-1}, {4, 5, 6}) == "c2c f32 6 b20");
    BOOST_TEST(of({2, 1}, {4, 5, 6}) == "c2c f32 6x5 b4 is=1,6 os=1,6");
    BOOST_TEST(of({1, 2}, {4, 5, 6}) == "c2c f32 5x6 b4");
    BOOST_TEST(of({1}, {4, 5, 6}) == "c2c f32 5 is=6 os=6 loops=4:30,6:1");
    BOOST_TEST(of({0}, {4, 5, 6}) == "c2c f32 4 b30 is=30 id=1 os=30 od=1");
    BOOST_TEST(of({0, -1}, {4, 5, 6}) == "c2c f32 4x6 b5 is=30,1 id=6 os=30,1 od=6");
    BOOST_TEST(of({1, 3}, {4, 5, 6, 7}) == "c2c f32 5x7 is=42,1 os=42,1 loops=4:210,6:7");
    BOOST_TEST(of({0, 1, 2}, {4, 5, 6}) == "c2c f32 4x5x6");
    BOOST_TEST(of({1}, {1, 5, 1}) == "c2c f32 5");
}

BOOST_AUTO_TEST_CASE(real_data_halve_the_last_axis_named) {
    BOOST_TEST(to_string(transform_along({1}, array{{4, 5, 6}}, array{{4, 3, 6}}, kind::r2c)) ==
               "r2c f32 5 is=6 os=6 loops=4:30:18,6:1");
    BOOST_TEST(to_string(transform_along({1, 2}, array{{4, 5, 6}}, array{{4, 5, 4}}, kind::r2c, precision::f64)) ==
               "r2c f64 5x6 b4");
    BOOST_TEST(to_string(transform_along({1}, array{{4, 3}}, array{{4, 5}}, kind::c2r)) == "c2r f32 5 b4");
    BOOST_TEST(to_string(transform_along({1}, array{{4, 5}}, array{{4, 5}}, kind::r2c)) ==
               "r2c f32 5 b4 spectrum=full");
    BOOST_TEST(to_string(transform_along({0}, array{{2, 3}}, array{{2, 3}}, kind::r2c)) ==
               "r2c f32 2 b3 is=3 id=1 os=3 od=1");
    BOOST_TEST(to_string(transform_along({-1}, array{{3, 6}, {32, 4}}, array{{3, 4}, {32, 8}}, kind::r2c,
                                         precision::f32, placement::in_place)) == "r2c f32 6 b3 in");
    BOOST_TEST(to_string(transform_along({0, 1}, array{{1, 6}, {99, 4}}, array{{1, 4}, {7, 8}}, kind::r2c,
                                         precision::f32, placement::in_place)) == "r2c f32 1x6 in is=2,1 os=1,1");
    BOOST_TEST(to_string(transform_along({0}, array{{5, 2}}, array{{5, 2}}, kind::dct2)) ==
               "dct2 f32 5 b2 is=2 id=1 os=2 od=1");
}

BOOST_AUTO_TEST_CASE(strides_in_bytes) {
    // Every other column of every third row of an array of 40 columns, starting at the sixth element.
    BOOST_TEST(to_string(transform_along({1}, array{{5, 7}, {960, 16}, 48}, array{{5, 7}})) ==
               "c2c f32 7 b5 is=2 id=120 io=6");
    BOOST_TEST(to_string(transform_along({1}, array{{5, 7}, {8, 40}}, array{{5, 7}}, kind::c2c)) ==
               "c2c f32 7 b5 is=5 id=1");
    // Planar: strides and offset of each buffer, whose elements are numbers.
    BOOST_TEST(to_string(transform_along({0}, array{{5, 7}, {28, 4}, 4, stockham::storage::planar}, array{{5, 7}})) ==
               "c2c f32 5 b7 is=7 id=1 io=1 if=planar os=7 od=1");
    // Windows of 8 that begin at every second sample, and one line that all transforms read.
    BOOST_TEST(to_string(transform_along({1}, array{{10, 8}, {16, 8}}, array{{10, 8}})) == "c2c f32 8 loops=10:2:8");
    BOOST_TEST(to_string(transform_along({1}, array{{10, 8}, {0, 8}}, array{{10, 8}})) == "c2c f32 8 loops=10:0:8");
}

BOOST_AUTO_TEST_CASE(what_is_refused) {
    refused("axes", {}, array{{4, 5}}, array{{4, 5}});
    refused("axes", {2}, array{{4, 5}}, array{{4, 5}});
    refused("axes", {-3}, array{{4, 5}}, array{{4, 5}});
    refused("axes", {0}, array{}, array{});
    refused("axes", {1, 1}, array{{4, 5}}, array{{4, 5}});
    refused("axes", {1, -1}, array{{4, 5}}, array{{4, 5}});
    refused("shape", {1}, array{{4, 5}}, array{{4, 5, 1}});
    refused("shape", {1}, array{{4, 5}}, array{{5, 5}});
    refused("shape", {1}, array{{4, 5}}, array{{4, 3}});
    refused("shape", {0}, array{{4, 5}}, array{{4, 3}}, kind::r2c);
    refused("shape", {1}, array{{4, 5}}, array{{4, 4}}, kind::r2c);
    refused("shape", {1}, array{{4, 5}}, array{{4, 3}}, kind::c2r);
    refused("strides", {1}, array{{4, 5}, {40}}, array{{4, 5}});
    refused("strides", {1}, array{{4, 5}, {40, 4}}, array{{4, 5}});
    refused("offset", {1}, array{{4, 5}}, array{{4, 5}, {}, 4});
    refused("loops", {1}, array{{0, 5}}, array{{0, 5}});
    refused("lengths", {1}, array{{4, 0}}, array{{4, 0}});
    refused("loops", {1}, array{{4, 5}}, array{{4, 5}, {8, 8}});
    expect_unsupported_error("strides", [] { transform_along({1}, array{{4, 5}, {40, -8}}, array{{4, 5}}); });
    expect_unsupported_error("rank", [] {
        transform_along({0, 1, 2, 3, 4, 5}, array{{2, 2, 2, 2, 2, 2}}, array{{2, 2, 2, 2, 2, 2}});
    });
}

BOOST_AUTO_TEST_SUITE_END()
