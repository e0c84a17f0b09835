// Convolution and correlation against the sum that defines them.
#include <cmath>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <stockham/imaging/convolve.hpp>

#include "imaging/tests/pictures.hpp"
#include "imaging/tests/refused.hpp"
#include "imaging/tests/shared_engine.hpp"

namespace imaging = stockham::imaging;
using namespace imaging_tests;
using imaging::boundary;

namespace {

constexpr std::size_t height = 100, width = 80;

// Two pictures, the second one twice the first, and a kernel that is not symmetric.
struct two_pictures {
    std::vector<double> first = scene(height, width), both = first;
    std::vector<double> kernel = scene(4, 4);

    two_pictures() {
        for (const double v : first) both.push_back(2 * v);
        kernel[3] = -7;
    }
};

const imaging::engine& small_engine() {
    static const auto* small = new imaging::engine(stockham::choose_device(), {250000});
    return *small;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(convolve_test)

BOOST_AUTO_TEST_CASE(planes_by_the_definition) {
    const two_pictures p;
    const std::vector<std::size_t> shape{2, height, width};
    for (const bool correlate : {false, true})
        for (const auto& [beyond, sums] : {std::pair<boundary, edge>{boundary::constant, edge::zero},
                                           {boundary::reflect, edge::mirrored},
                                           {boundary::wrap, edge::periodic}}) {
            const auto expected = convolved(p.first, height, width, p.kernel, 4, sums, correlate);
            for (const imaging::engine* on : {&shared_engine(), &small_engine()}) {
                std::vector<double> out(p.both.size(), std::nan(""));
                imaging::convolve(*on, imaging::view_of(p.both, shape), imaging::view_of(p.kernel, {4, 4}),
                                  imaging::view_of(out, shape), {correlate, beyond});
                BOOST_TEST(largest_difference(out, expected) < 1e-9);
                for (std::size_t i = 0; i < expected.size(); ++i)
                    BOOST_TEST_REQUIRE(std::abs(out[expected.size() + i] - 2 * expected[i]) < 1e-9);
            }
        }
}

// Along the last axis only, and along three axes.
BOOST_AUTO_TEST_CASE(kernels_of_one_and_three_axes) {
    const two_pictures p;
    const std::vector<std::size_t> shape{2, height, width};
    const std::vector<double> line{1, 2, -4}, cube{0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0};
    std::vector<double> out(p.both.size());
    imaging::convolve(shared_engine(), imaging::view_of(p.both, shape), imaging::view_of(line, {3}),
                      imaging::view_of(out, shape), {false, boundary::constant});
    const auto at = [&](std::size_t z, std::size_t y, std::size_t x) {
        return x < width ? p.both[(z * height + y) * width + x] : 0.0;
    };
    for (std::size_t i = 0; i < out.size(); ++i) {
        const std::size_t z = i / width / height, y = i / width % height, x = i % width;
        BOOST_TEST_REQUIRE(std::abs(out[i] - (at(z, y, x + 1) + 2 * at(z, y, x) - 4 * at(z, y, x - 1))) < 1e-9);
    }
    // The origin of two slices is the second one.
    imaging::convolve(shared_engine(), imaging::view_of(p.both, shape), imaging::view_of(cube, {2, 3, 3}),
                      imaging::view_of(out, shape), {false, boundary::constant});
    for (std::size_t i = 0; i < out.size(); ++i) {
        const std::size_t z = i / width / height, y = i / width % height, x = i % width;
        const double above = z == 0 ? 5 * at(1, y, x) : 0;
        BOOST_TEST_REQUIRE(std::abs(out[i] - (above + at(z, y, x) + 2 * at(z, y, x - 1))) < 1e-9);
    }
}

BOOST_AUTO_TEST_CASE(magnitudes_of_several_kernels) {
    const two_pictures p;
    std::vector<double> both = p.kernel, out(p.first.size());
    both.insert(both.end(), p.kernel.rbegin(), p.kernel.rend());
    imaging::convolve_options o;
    o.magnitude = true;
    imaging::convolve(shared_engine(), imaging::view_of(p.first, {height, width}), imaging::view_of(both, {2, 4, 4}),
                      imaging::view_of(out, {height, width}), o);
    const auto one = convolved(p.first, height, width, p.kernel, 4, edge::mirrored);
    const auto other = convolved(p.first, height, width, {p.kernel.rbegin(), p.kernel.rend()}, 4, edge::mirrored);
    for (std::size_t i = 0; i < out.size(); ++i)
        BOOST_TEST_REQUIRE(std::abs(out[i] - std::hypot(one[i], other[i])) < 1e-9);
}

BOOST_AUTO_TEST_CASE(wrong_kernels_are_refused) {
    const two_pictures p;
    std::vector<double> out(p.first.size());
    const auto in = imaging::view_of(p.first, {height, width}), to = imaging::view_of(out, {height, width});
    const auto call = [&](const imaging::array_view& kernel) { imaging::convolve(shared_engine(), in, kernel, to); };
    check_refused("kernel", "kernel: must be no larger than a picture, 100 x 80 points (got 1 x 81)", [&] {
        call(imaging::view_of(p.first, {1, 81}));
    });
    check_refused("kernel", "kernel: has no memory", [&] { call({{3, 3}, stockham::precision::f64}); });
    const std::vector<float> single(9);
    check_refused("kernel", "kernel: must have the precision", [&] { call(imaging::view_of(single, {3, 3})); });
}

BOOST_AUTO_TEST_SUITE_END()
