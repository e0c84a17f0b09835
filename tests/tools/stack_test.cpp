// How arrays become stacks of transforms.
#include "array/npy.hpp"
#include "array/stack.hpp"
#include "array/stack_io.hpp"
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

stack_request real_request(const sizes& shape, const sizes& axes) {
    stack_request r = request(shape, axes);
    r.real = true;
    return r;
}

// Every element of the array is in one unit at one place, also if small parts are requested.
void check_cover(const stack& s) {
    for (const std::size_t part : {s.unit_elements(), std::size_t{7}}) {
        std::vector<int> seen(s.total_elements);
        bool inside = true;
        for (std::size_t u = 0; u < s.units; ++u)
            for (std::size_t first = 0; first < s.unit_elements(); first += part)
                s.for_each_piece(u, first, std::min(part, s.unit_elements() - first),
                                 [&](std::size_t from, std::size_t at, std::size_t n) {
                                     inside =
                                         inside && from + n <= seen.size() && at >= first && at + n <= first + part;
                                     for (std::size_t i = 0; inside && i < n; ++i) ++seen[from + i];
                                 });
        BOOST_TEST(inside);
        BOOST_TEST(std::count(seen.begin(), seen.end(), 1) == static_cast<long>(seen.size()));
    }
    check(s.unit);
    BOOST_TEST(input_extent(s.unit) == s.unit_elements());
    BOOST_TEST(output_extent(s.unit) == s.unit_elements());
    for (const stack_side& side : {s.input(), s.output()}) {
        BOOST_TEST(side.pitch >= s.unit_elements() * side.element_bytes);
        BOOST_TEST(side.total_bytes == s.total_elements * side.element_bytes);
    }
    BOOST_TEST(s.output().pitch >= s.input().pitch);
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

BOOST_AUTO_TEST_CASE(trailing_axes_are_packed) {
    const stack s = make_stack(request({5, 3, 64, 64}, {2, 3}));
    BOOST_TEST(s.unit.lengths == (sizes{64, 64}));
    BOOST_TEST(s.units == 15u);
    BOOST_TEST(s.runs == 1u);
    BOOST_TEST(s.unit_elements() == 4096u);
    BOOST_TEST(s.unit.input.strides.empty());
    check_cover(s);
    // Axes of length 1 after the transformed ones change nothing.
    const stack ones = make_stack(request({5, 1024, 1, 1}, {1}));
    BOOST_TEST(ones.units == 5u);
}

BOOST_AUTO_TEST_CASE(units_are_worth_a_launch_and_many) {
    // Large transforms alone, small ones together: up to 4 MiB, and 64 units of anything that can be divided like
    // that.
    BOOST_TEST(make_stack(request({1000, 1024, 1024}, {1, 2})).unit.batch == 1u);
    BOOST_TEST(make_stack(request({100000, 256, 256}, {1, 2})).unit.batch == 8u);
    BOOST_TEST(make_stack(request({640, 256}, {1})).unit.batch == 10u);
    // Units have no gaps: 64 points of 8 bytes fill a pitch of 4096 bytes in groups of eight.
    const stack small = make_stack(request({100, 64}, {1}));
    BOOST_TEST(small.unit.batch == 8u);
    BOOST_TEST(small.units == 13u);
    BOOST_TEST(small.output().pitch == 4096u);
    check_cover(small);
    // As far as whole transforms of other lengths do.
    const stack odd = make_stack(request({100, 61}, {1}));
    BOOST_TEST(odd.unit.batch == 8u);
    BOOST_TEST(odd.output().pitch == 4096u);
    check_cover(odd);
    const stack alone = make_stack(request({3, 4}, {1}));
    BOOST_TEST(alone.unit.batch == 3u);
    BOOST_TEST(alone.units == 1u);
    BOOST_TEST(alone.output().pitch == 4096u);
}

BOOST_AUTO_TEST_CASE(other_axes_use_strides) {
    const stack s = make_stack(request({8, 16, 5, 3}, {0, 1}));
    BOOST_TEST(s.unit.lengths == (sizes{8, 16}));
    BOOST_TEST(s.unit.batch == 8u);  // complex floats in a run of 64 bytes
    BOOST_TEST(s.unit.input.strides == (sizes{128, 8}));
    BOOST_TEST(s.unit.input.distance == 1u);
    BOOST_TEST(s.runs == 128u);
    BOOST_TEST(s.run_stride == 15u);
    BOOST_TEST(s.units == 2u);
    check_cover(s);
    const stack middle = make_stack(request({8, 5, 16}, {0, 2}));
    BOOST_TEST(middle.unit.batch == 1u);
    BOOST_TEST(middle.unit.input.strides == (sizes{16, 1}));
    BOOST_TEST(middle.unit.input.distance == 16u);
    BOOST_TEST(middle.units == 5u);
    check_cover(middle);
    check_cover(make_stack(request({3, 8, 17}, {1})));
    check_cover(make_stack(request({3, 8, 4, 17}, {1})));
    check_cover(make_stack(request({2, 3, 1, 17}, {2})));
    check_cover(make_stack(request({3, 4, 1000, 2}, {1, 3})));
    check_cover(make_stack(request({1024, 3000}, {0})));
    check_cover(make_stack(request({97, 5, 101, 3}, {0, 2})));
    check_cover(make_stack(request({61, 3, 7}, {0, 1})));
}

BOOST_AUTO_TEST_CASE(several_loops_are_one_transform) {
    const stack s = make_stack(request({8, 5, 16, 3}, {0, 2}));
    BOOST_TEST(to_string(s.unit) == "c2c f32 8x16 is=240,3 os=240,3 loops=5:48,3:1");
    BOOST_TEST(s.units == 1u);
    BOOST_TEST(s.runs == 1u);
    check_cover(s);
    check_cover(make_stack(request({3, 8, 5, 16, 3}, {1, 3})));
    check_cover(make_stack(real_request({3, 8, 5, 16, 3}, {1, 3})));
}

BOOST_AUTO_TEST_CASE(blocks_are_whole) {
    const stack s = make_stack(request({64, 512, 512}, {1}));
    BOOST_TEST(to_string(s.unit) == "c2c f32 512 b512 is=512 id=1 os=512 od=1");
    BOOST_TEST(s.units == 64u);
    BOOST_TEST(s.runs == 1u);
    check_cover(make_stack(request({64, 51, 52}, {1})));
    const stack several = make_stack(request({1000, 16, 20}, {1}));
    BOOST_TEST(to_string(several.unit) == "c2c f32 16 is=20 os=20 loops=16:320,20:1");
    BOOST_TEST(several.units == 63u);
    check_cover(several);
    // Slabs, if the array is too large to overlap, or on request.
    BOOST_TEST(make_stack(request({2, 4096, 4096}, {1})).runs == 4096u);
    auto in_slabs = request({64, 512, 512}, {1});
    in_slabs.slabs = true;
    BOOST_TEST(make_stack(in_slabs).runs == 512u);
    BOOST_TEST(has_slabs(in_slabs));
    BOOST_TEST(!has_slabs(request({8, 5, 16, 3}, {0, 2})));
    BOOST_TEST(!has_slabs(request({8, 5, 16}, {1, 2})));
}

BOOST_AUTO_TEST_CASE(real_elements_take_half_the_bytes) {
    const stack s = make_stack(real_request({1000, 1024, 1024}, {1, 2}));
    BOOST_TEST((s.unit.kind == kind::r2c));
    BOOST_TEST(s.unit.full_spectrum);
    BOOST_TEST(s.unit.batch == 1u);
    BOOST_TEST(s.input().element_bytes == 4u);
    BOOST_TEST(s.output().element_bytes == 8u);
    BOOST_TEST(s.input().pitch == std::size_t{4} << 20);
    BOOST_TEST(s.output().pitch == 2 * s.input().pitch);
    BOOST_TEST(s.output().total_bytes == 2 * s.input().total_bytes);
    stack_request wide = real_request({3, 5}, {1});
    wide.precision = precision::f64;
    BOOST_TEST(make_stack(wide).input().element_bytes == 8u);
    BOOST_TEST(make_stack(wide).output().element_bytes == 16u);
    const stack complex = make_stack(request({3, 5}, {1}));
    BOOST_TEST(complex.input().element_bytes == complex.output().element_bytes);
    BOOST_TEST(complex.input().pitch == complex.output().pitch);
}

BOOST_AUTO_TEST_CASE(real_units_are_cut_like_complex_ones) {
    for (const auto& [shape, axes] : std::vector<std::pair<sizes, sizes>>{
             {{100000, 256, 256}, {1, 2}}, {{8, 16, 5, 3}, {0, 1}}, {{8, 5, 16}, {0, 2}}, {{8, 5, 128, 3}, {0, 2}}}) {
        const stack real = make_stack(real_request(shape, axes));
        const stack complex = make_stack(request(shape, axes));
        BOOST_TEST(real.unit.batch == complex.unit.batch);
        BOOST_TEST(real.units == complex.units);
        BOOST_TEST(real.unit.loops.size() == complex.unit.loops.size());
        BOOST_TEST(real.unit.input.strides == complex.unit.input.strides);
    }
    // But small ones also fill the shorter pitch.
    const stack small = make_stack(real_request({100, 64}, {1}));
    BOOST_TEST(small.unit.batch == 16u);
    BOOST_TEST(small.input().pitch == 4096u);
    BOOST_TEST(small.output().pitch == 8192u);
    check_cover(small);
    for (const std::size_t axis : {0u, 1u, 2u}) check_cover(make_stack(real_request({61, 3, 7}, {axis})));
    check_cover(make_stack(real_request({3, 8, 4, 17}, {1})));
    check_cover(make_stack(real_request({97, 5, 101, 3}, {0, 2})));
    check_cover(make_stack(real_request({7}, {0})));
    check_cover(make_stack(real_request({9, 1}, {1})));
}

BOOST_AUTO_TEST_CASE(the_inverse_is_scaled) {
    stack_request r = request({4, 8, 16}, {1, 2});
    r.inverse = true;
    BOOST_TEST(make_stack(r).unit.scale == 1.0 / 128);
    BOOST_TEST((make_stack(r).unit.direction == direction::inverse));
}

// The array would have 4 TB.
BOOST_AUTO_TEST_CASE(a_pipe_that_promises_more_than_comes_takes_no_memory) {
    int ends[2];
    BOOST_REQUIRE(::pipe(ends) == 0);
    const auto start = npy_bytes("<f4", "(1000000, 1000, 1000)", std::vector<std::uint8_t>(100));
    BOOST_REQUIRE(::write(ends[1], start.data(), start.size()) == static_cast<long>(start.size()));
    ::close(ends[1]);
    input_file file("/dev/fd/" + std::to_string(ends[0]));
    const npy_header header = read_npy_header("x", [&](void* to, std::size_t n) { return file.read_some(to, n); });
    const stack s = make_stack(real_request(header.shape, {0, 2}));
    expect_job_error([&] { stack_source(file, header, s); }, "shorter than its shape");
    ::close(ends[0]);
}

BOOST_AUTO_TEST_SUITE_END()
