// How arrays become stacks of transforms.
#include "stack.hpp"
#include "support.hpp"

using namespace stockham;
using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

using sizes = std::vector<std::size_t>;

stack_request request(const sizes& shape, const sizes& axes) {
    stack_request r;
    r.shape = shape;
    r.axes = axes;
    return r;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(stacks)

BOOST_AUTO_TEST_CASE(axes_are_resolved) {
    BOOST_TEST(resolve_axes({}, 4) == (sizes{2, 3}));
    BOOST_TEST(resolve_axes({}, 1) == (sizes{0}));
    BOOST_TEST(resolve_axes({-1, 0}, 3) == (sizes{0, 2}));
    for (const std::vector<int>& bad : {std::vector<int>{3}, {-4}, {0, -3}, {1, 1}})
        BOOST_CHECK_THROW(resolve_axes(bad, 3), usage_error);
    BOOST_CHECK_THROW(resolve_axes({0, 1, 2, 3}, 4), usage_error);
}

BOOST_AUTO_TEST_CASE(lengths_name_their_neighbours) {
    BOOST_CHECK_NO_THROW(check_lengths({3, 1, 64}, {1, 2}, "x"));
    expect_job_error(
        [] {
            check_lengths({3, 1000}, {1}, "x");
        },
        "axis 1 has length 1000, which is no power of two; the "
        "nearest are 512 and 1024");
}

BOOST_AUTO_TEST_CASE(trailing_axes_are_packed) {
    const stack s = make_stack(request({5, 3, 8, 16}, {2, 3}));
    BOOST_TEST(s.permutation.empty());
    BOOST_TEST(s.unit.lengths == (sizes{8, 16}));
    BOOST_TEST(s.units == 15u);
    BOOST_TEST(s.unit_elements == 128u);
    BOOST_TEST(s.most_units == 15u);
    BOOST_TEST(s.for_units(7).batch == 7u);
    BOOST_TEST(s.unit.input.strides.empty());
    // Axes of length 1 behind the transformed ones change nothing.
    BOOST_TEST(make_stack(request({5, 8, 1, 1}, {1})).permutation.empty());
    BOOST_TEST(make_stack(request({5, 8, 1, 1}, {1})).units == 5u);
}

BOOST_AUTO_TEST_CASE(leading_axes_use_strides) {
    const stack s = make_stack(request({8, 16, 5, 3}, {0, 1}));
    BOOST_TEST(s.permutation.empty());
    BOOST_TEST(s.units == 1u);
    BOOST_TEST(s.most_units == 1u);
    BOOST_TEST(s.unit.lengths == (sizes{8, 16}));
    BOOST_TEST(s.unit.input.strides == (sizes{240, 15}));
    BOOST_TEST(s.unit.input.distance == 1u);
    BOOST_TEST(s.unit.batch == 15u);
    BOOST_TEST(s.for_units(1).batch == 15u);
    const stack middle = make_stack(request({8, 5, 16}, {0, 2}));
    BOOST_TEST(middle.unit.input.strides == (sizes{80, 1}));
    BOOST_TEST(middle.unit.input.distance == 16u);
    BOOST_TEST(middle.unit.batch == 5u);
}

BOOST_AUTO_TEST_CASE(large_blocks_use_strides_and_small_ones_are_permuted) {
    const stack large = make_stack(request({3, 2048, 1024}, {1}));
    BOOST_TEST(large.permutation.empty());
    BOOST_TEST(large.units == 3u);
    BOOST_TEST(large.unit.batch == 1024u);
    const stack small = make_stack(request({3, 8, 4}, {1}));
    BOOST_TEST(small.permutation == (sizes{0, 2, 1}));
    BOOST_TEST(small.units == 12u);
    stack_request limited = request({3, 2048, 1024}, {1});
    limited.most_block_bytes = 1 << 20;
    BOOST_TEST(make_stack(limited).permutation == (sizes{0, 2, 1}));
    // Two loops that are none together.
    BOOST_TEST(make_stack(request({8, 5, 16, 3}, {0, 2})).permutation == (sizes{1, 3, 0, 2}));
}

BOOST_AUTO_TEST_CASE(the_inverse_is_scaled) {
    stack_request r = request({4, 8, 16}, {1, 2});
    r.inverse = true;
    BOOST_TEST(make_stack(r).unit.scale == 1.0 / 128);
    BOOST_TEST((make_stack(r).unit.direction == direction::inverse));
}

BOOST_AUTO_TEST_CASE(axes_change_places_and_back) {
    const sizes shape = {3, 4, 5};
    std::vector<int> values(60);
    for (std::size_t i = 0; i < 60; ++i) values[i] = static_cast<int>(i);
    std::vector<int> moved(60);
    permute(values.data(), moved.data(), shape, {1, 0, 2}, sizeof(int), false);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 4; ++j)
            for (std::size_t k = 0; k < 5; ++k) BOOST_TEST(moved[(j * 3 + i) * 5 + k] == values[(i * 4 + j) * 5 + k]);
    for (const sizes& order : {sizes{0, 1, 2}, {2, 1, 0}, {1, 2, 0}}) {
        std::vector<int> back(60);
        permute(values.data(), moved.data(), shape, order, sizeof(int), false);
        permute(moved.data(), back.data(), shape, order, sizeof(int), true);
        BOOST_TEST(back == values);
    }
}

BOOST_AUTO_TEST_SUITE_END()
