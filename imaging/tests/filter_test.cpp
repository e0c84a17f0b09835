// Filters: their gains, and pictures that are filtered by the definition of the transform.
#include <cmath>
#include <complex>
#include <random>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <stockham/imaging/filter.hpp>

#include "imaging/base/frequency.hpp"
#include "imaging/tests/pictures.hpp"
#include "imaging/tests/refused.hpp"
#include "imaging/tests/shared_engine.hpp"

namespace imaging = stockham::imaging;
using namespace imaging_tests;
using imaging::boundary;
using imaging::edge_shape;
using imaging::filter_options;
using imaging::gain_at;
using imaging::half_gains;

namespace {

filter_options make(edge_shape s, std::optional<double> high_pass, std::optional<double> low_pass) {
    filter_options o;
    o.edge = s;
    o.low_pass = low_pass;
    o.high_pass = high_pass;
    return o;
}

const edge_shape all_shapes[] = {edge_shape::ideal, edge_shape::gaussian, edge_shape::butterworth};

// The place of a line of n points that has the value for `at`, as scipy.ndimage; -1: none.
long source(boundary beyond, long at, long n) {
    const auto within = [](long k, long period) { return (k % period + period) % period; };
    if (at >= 0 && at < n) return at;
    if (beyond == boundary::nearest) return at < 0 ? 0 : n - 1;
    if (beyond == boundary::wrap) return within(at, n);
    const long period = beyond == boundary::reflect ? 2 * n : std::max(1L, 2 * n - 2);
    if (beyond == boundary::constant) return -1;
    const long k = within(at, period);
    return k < n ? k : (beyond == boundary::reflect ? 2 * n - 1 : 2 * n - 2) - k;
}

// A picture of height x width points, continued, transformed by sums, multiplied by the gains and transformed back.
std::vector<double> filtered(const std::vector<double>& picture, long height, long width, const filter_options& o) {
    const auto period = [&](long n) {
        if (o.boundary == boundary::wrap) return n;
        return o.boundary == boundary::mirror ? std::max(1L, 2 * n - 2) : 2 * n;
    };
    const long rows = period(height), columns = period(width), down = (rows - height) / 2,
               across = (columns - width) / 2;
    std::vector<double> continued;
    for (long y = 0; y < rows; ++y)
        for (long x = 0; x < columns; ++x) {
            const long from_y = source(o.boundary, y - down, height), from_x = source(o.boundary, x - across, width);
            continued.push_back(from_y < 0 || from_x < 0 ? 0
                                                         : picture[static_cast<std::size_t>(from_y * width + from_x)]);
        }
    // The filter's response to one point.
    std::vector<double> response(continued.size());
    const double turn = 2 * std::acos(-1.0);
    const auto share = [](long k, long n) {
        return stockham::imaging_internal::frequency(static_cast<std::size_t>(k), static_cast<std::size_t>(n));
    };
    for (long v = 0; v < rows; ++v)
        for (long u = 0; u < columns; ++u) {
            const double gain = gain_at(o, share(u, columns), share(v, rows));
            for (long y = 0; y < rows; ++y)
                for (long x = 0; x < columns; ++x)
                    response[static_cast<std::size_t>(y * columns + x)] +=
                        gain *
                        std::cos(turn * (share(u, columns) * static_cast<double>(x) +
                                         share(v, rows) * static_cast<double>(y))) /
                        static_cast<double>(rows * columns);
        }
    std::vector<double> out;
    for (long y = 0; y < height; ++y)
        for (long x = 0; x < width; ++x) {
            double sum = 0;
            for (long j = 0; j < rows; ++j)
                for (long i = 0; i < columns; ++i)
                    sum += continued[static_cast<std::size_t>(j * columns + i)] *
                           response[static_cast<std::size_t>((y + down - j + rows) % rows * columns +
                                                             (x + across - i + columns) % columns)];
            out.push_back(sum);
        }
    return out;
}

const imaging::engine& small_engine() {
    static const auto* small = new imaging::engine(stockham::choose_device(), {1000000});
    return *small;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(filter_test)

BOOST_AUTO_TEST_CASE(frequencies_run_up_and_then_from_below) {
    using stockham::imaging_internal::frequency;
    BOOST_TEST(frequency(0, 8) == 0.0);
    BOOST_TEST(frequency(4, 8) == 0.5);
    BOOST_TEST(frequency(5, 8) == -0.375);
    BOOST_TEST(frequency(7, 8) == -0.125);
    BOOST_TEST(frequency(0, 1) == 0.0);
    for (std::size_t n = 1; n <= 300; ++n)
        for (std::size_t k = 1; 2 * k < n; ++k) BOOST_TEST_REQUIRE(frequency(n - k, n) == -frequency(k, n));
}

// Each cut-off lies on bins: (0.3, 0) and (0.18, 0.24) of 100 points, which rounding to double puts on either side.
BOOST_AUTO_TEST_CASE(ideal_filters_treat_a_circle_alike) {
    for (const std::size_t n : {7u, 10u, 64u, 100u, 300u})
        for (std::size_t k = 1; 2 * k <= n; ++k) {
            const auto low = make(edge_shape::ideal, {}, static_cast<double>(k) / static_cast<double>(n));
            const auto gains = half_gains(low, n, n);
            bool alike = true;
            for (std::size_t y = 0; y < n; ++y)
                for (std::size_t x = 0; x <= n / 2; ++x) {
                    const std::size_t down = std::min(y, n - y);
                    alike = alike && (gains[y * (n / 2 + 1) + x] == 1) == (down * down + x * x <= k * k);
                }
            BOOST_TEST(alike, k << " of " << n);
        }
}

BOOST_AUTO_TEST_CASE(all_pass_is_one_everywhere) {
    const auto gains = half_gains(filter_options{}, 4, 8);
    BOOST_TEST(gains.size() == 20u);
    for (const double g : gains) BOOST_TEST(g == 1.0);
}

BOOST_AUTO_TEST_CASE(edges_have_half_the_gain) {
    BOOST_TEST(gain_at(make(edge_shape::gaussian, {}, 0.1), 0.1, 0) == 0.5);
    BOOST_TEST(gain_at(make(edge_shape::butterworth, {}, 0.1), 0.1, 0) == 0.5);
    BOOST_TEST(gain_at(make(edge_shape::ideal, {}, 0.1), 0.1, 0) == 1.0);
    BOOST_TEST(gain_at(make(edge_shape::ideal, {}, 0.1), 0.100001, 0) == 0.0);
}

BOOST_AUTO_TEST_CASE(a_higher_order_is_steeper) {
    filter_options o = make(edge_shape::butterworth, {}, 0.1);
    BOOST_TEST(gain_at(o, 0.2, 0) == 1.0 / 17, boost::test_tools::tolerance(1e-12));
    const double before = gain_at(o, 0.2, 0);
    o.order = 4;
    BOOST_TEST(gain_at(o, 0.2, 0) < before);
}

BOOST_AUTO_TEST_CASE(low_and_high_pass_add_up_to_one) {
    for (const edge_shape s : all_shapes)
        for (const double u : {0.0, 0.05, 0.1, 0.3, 0.5}) {
            const double low = gain_at(make(s, {}, 0.1), u, 0.02);
            const double high = gain_at(make(s, 0.1, {}), u, 0.02);
            BOOST_TEST(low + high == 1.0, boost::test_tools::tolerance(1e-12));
        }
}

BOOST_AUTO_TEST_CASE(a_band_pass_keeps_its_middle) {
    for (const edge_shape s : all_shapes) {
        const auto f = make(s, 0.05, 0.4);
        BOOST_TEST(gain_at(f, 0, 0) == 0.0);
        BOOST_TEST(gain_at(f, 0.15, 0) > 0.8);
        BOOST_TEST(gain_at(f, 0.5, 0.5) < 0.2);
    }
}

BOOST_AUTO_TEST_CASE(gains_are_symmetric_so_pictures_stay_real) {
    filter_options f = make(edge_shape::butterworth, 0.05, 0.4);
    f.notch = {{0.2, 0.1}, {-0.3, 0.25}, {0.5, 0.125}};
    for (const std::size_t n : {15u, 16u}) {
        const auto at = [&](std::size_t y, std::size_t x) {
            return gain_at(f, stockham::imaging_internal::frequency(x, n), stockham::imaging_internal::frequency(y, n));
        };
        const auto gains = half_gains(f, n, n);
        for (std::size_t y = 0; y < n; ++y)
            for (std::size_t x = 0; x <= n / 2; ++x) {
                BOOST_TEST(gains[y * (n / 2 + 1) + x] == at(y, x));
                BOOST_TEST(at(y, x) == at((n - y) % n, (n - x) % n), boost::test_tools::tolerance(1e-9));
            }
    }
}

BOOST_AUTO_TEST_CASE(a_notch_works_at_its_place_and_its_mirror) {
    for (const edge_shape s : all_shapes) {
        filter_options f;
        f.edge = s;
        f.notch = {{0.25, -0.125}};
        f.radius = 0.03;
        BOOST_TEST(std::abs(gain_at(f, 0.25, -0.125)) < 1e-12);
        BOOST_TEST(std::abs(gain_at(f, -0.25, 0.125)) < 1e-12);
        BOOST_TEST(gain_at(f, 0.25, 0.125) > 0.98);
        BOOST_TEST(gain_at(f, 0, 0) > 0.98);
    }
}

BOOST_AUTO_TEST_CASE(a_notch_that_is_its_own_mirror_works_once) {
    filter_options f;
    f.notch = {{0.5, 0}};
    f.radius = 0.1;
    BOOST_TEST(gain_at(f, 0.4, 0) == 0.5, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(gain_at(f, -0.4, 0) == 0.5, boost::test_tools::tolerance(1e-12));
}

// All modes, with gains that a cosine transform can apply and with others; a row and odd sides, too.
BOOST_AUTO_TEST_CASE(pictures_are_filtered_by_the_definition) {
    for (const auto& [height, width] : {std::pair<long, long>{6, 9}, {1, 8}})
        for (const bool has_notch : {false, true})
            for (const boundary beyond :
                 {boundary::constant, boundary::nearest, boundary::reflect, boundary::mirror, boundary::wrap}) {
                filter_options o = make(edge_shape::butterworth, 0.02, 0.3);
                o.boundary = beyond;
                if (has_notch) o.notch = {{0.2, 0.1}};
                const auto h = static_cast<std::size_t>(height), w = static_cast<std::size_t>(width);
                const auto picture = scene(h, w);
                const auto expected = filtered(picture, height, width, o);
                std::vector<double> two = picture, out(2 * h * w, std::nan(""));
                for (const double v : picture) two.push_back(2 * v);
                imaging::filter(shared_engine(), imaging::view_of(two, {2, h, w}), imaging::view_of(out, {2, h, w}), o);
                BOOST_TEST(largest_difference(out, expected) < 1e-11, static_cast<int>(beyond) << ' ' << has_notch);
                for (std::size_t i = 0; i < h * w; ++i)
                    BOOST_TEST_REQUIRE(std::abs(out[h * w + i] - 2 * out[i]) < 1e-11);
                // The gain function is even, so that the picture may be its own result.
                imaging::filter(shared_engine(), imaging::view_of(two, {2, h, w}), imaging::view_of(two, {2, h, w}), o);
                BOOST_TEST(two == out);
            }
}

// Interleaved channels of 8 and 16 bits are the numbers that they are.
BOOST_AUTO_TEST_CASE(integers_with_strides) {
    constexpr std::size_t height = 6, width = 9;
    std::vector<std::uint8_t> bytes(3 * height * width);
    std::vector<std::uint16_t> words(bytes.size());
    std::vector<float> planes(bytes.size());
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] = static_cast<std::uint8_t>(i * 37 % 251);
        words[i] = static_cast<std::uint16_t>(bytes[i] * 257);
        planes[i % 3 * height * width + i / 3] = bytes[i];
    }
    const filter_options o = make(edge_shape::gaussian, {}, 0.2);
    std::vector<float> expected(bytes.size()), out(bytes.size());
    const std::vector<std::size_t> shape{3, height, width};
    imaging::filter(shared_engine(), imaging::view_of(planes, shape), imaging::view_of(expected, shape), o);
    imaging::array_view view;
    view.shape = shape;
    view.strides = {1, 3 * width, 3};
    view.number = imaging::number_type::u8;
    view.host = bytes.data();
    imaging::filter(shared_engine(), view, imaging::view_of(out, shape), o);
    BOOST_TEST(out == expected);
    view.number = imaging::number_type::u16;
    view.host = words.data();
    imaging::filter(shared_engine(), view, imaging::view_of(out, shape), o);
    for (std::size_t i = 0; i < out.size(); ++i) BOOST_TEST(std::abs(out[i] - 257 * expected[i]) < 0.05f);
}

// Pictures that the device has no room for give the same numbers, by planes and by parts.
BOOST_AUTO_TEST_CASE(parts_of_a_small_device) {
    constexpr std::size_t height = 300, width = 256;
    const auto picture = in_precision<float>(scene(height, width));
    std::vector<float> two = picture;
    two.insert(two.end(), picture.rbegin(), picture.rend());
    std::vector<float> mask(height * width);
    for (std::size_t i = 0; i < mask.size(); ++i) mask[i] = static_cast<float>(i % 7) / 7;
    for (const boundary beyond : {boundary::reflect, boundary::nearest, boundary::wrap}) {
        filter_options o = make(edge_shape::gaussian, 0.05, 0.3);
        o.boundary = beyond;
        if (beyond == boundary::wrap) o.mask = imaging::view_of(mask, {height, width});  // it must fit the device
        std::vector<float> whole(two.size()), parts(two.size());
        const std::vector<std::size_t> shape{2, height, width};
        imaging::filter(shared_engine(), imaging::view_of(two, shape), imaging::view_of(whole, shape), o);
        imaging::filter(small_engine(), imaging::view_of(two, shape), imaging::view_of(parts, shape), o);
        BOOST_TEST(largest_difference(parts, in_double(whole)) < 2e-4, static_cast<int>(beyond));
    }
}

BOOST_AUTO_TEST_CASE(wrong_filters_are_refused) {
    std::vector<float> picture(64), out(64);
    const auto in = imaging::view_of(picture, {8, 8}), to = imaging::view_of(out, {8, 8});
    const auto refused = [&](const std::string& field, const std::string& text, auto change) {
        filter_options o;
        change(o);
        check_refused(field, text, [&] { imaging::filter(shared_engine(), in, to, o); });
    };
    refused("low_pass", "low_pass: must be above 0 and at most 0.5 cycles per pixel (got 0.7)",
            [](auto& o) { o.low_pass = 0.7; });
    refused("low_pass", "low_pass: must be", [](auto& o) { o.low_pass = std::nan(""); });
    refused("high_pass", "high_pass: must be lower than low_pass (got 0.3 and 0.2)", [](auto& o) {
        o.low_pass = 0.2;
        o.high_pass = 0.3;
    });
    refused("order", "order: must be from 1 to 50 (got 0)", [](auto& o) { o.order = 0; });
    refused("notch", "notch: must be from -0.5 to 0.5", [](auto& o) { o.notch = {{0.1, 0.6}}; });
    refused("mask", "mask: its frequencies", [&](auto& o) { o.mask = in; });
    refused("mask", "mask: must have 8 x 8 points", [&](auto& o) {
        o.boundary = boundary::wrap;
        o.mask = imaging::view_of(picture, {4, 16});
    });
    check_refused("result", "result: must have", [&] {
        imaging::filter(shared_engine(), in, imaging::view_of(out, {4, 16}));
    });
}

BOOST_AUTO_TEST_SUITE_END()
