// Planes, and their colours.
#include "image/colour_map.hpp"
#include "image/plane.hpp"
#include "image/shown_spectrum.hpp"
#include "support.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

// The luminance of a colour as a screen shows it.
double relative_luminance(const colour& c) {
    const auto linear = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(c[0]) + 0.7152 * linear(c[1]) + 0.0722 * linear(c[2]);
}

bool on_screen(const colour& c) {
    return std::all_of(c.begin(), c.end(), [](double v) { return v >= 0 && v <= 1; });
}

std::vector<float> all_values(const value_rows& rows, const real_plane& p) {
    std::vector<float> values(p.values.size());
    for (std::size_t y = 0; y < p.height; ++y) rows(y, &values[y * p.width]);
    return values;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(planes)

BOOST_AUTO_TEST_CASE(luminance_weighs_colours_and_ignores_alpha) {
    picture image = make_picture("test", 3, 1, 4, sample_type::u8, alpha_kind::straight);
    image.bytes = {255, 255, 255, 0, 0, 255, 0, 9, 0, 0, 0, 255};
    const real_plane p = luminance(image);
    BOOST_TEST(p.values[0] == 1.0f, boost::test_tools::tolerance(1e-6f));
    BOOST_TEST(p.values[1] == 0.7152f, boost::test_tools::tolerance(1e-6f));
    BOOST_TEST(p.values[2] == 0.0f);
}

BOOST_AUTO_TEST_CASE(channels_are_taken_apart) {
    for (const unsigned channels : {1u, 2u, 3u, 4u}) {
        const picture image = random_picture(5, 3, channels, 16, channels);
        const real_plane p = take_channels(image);
        BOOST_TEST(p.count == image.colours());
        for (std::size_t c = 0; c < p.count; ++c)
            for (std::size_t i = 0; i < image.pixels(); ++i)
                BOOST_TEST(p.values[c * image.pixels() + i] == image.at(i * channels + c));
    }
}

BOOST_AUTO_TEST_CASE(arrays_become_planes) {
    const std::vector<double> values = {3, 0, 0, -4};
    const plane p = decode_plane(npy_bytes("<f8", "(2, 2)", as_bytes(values)), "x");
    BOOST_TEST(p.values[0].real() == 0.75f);
    BOOST_TEST(p.values[3].real() == -1.0f);
    expect_job_error([] { decode_plane(npy_bytes("<f8", "(2,)", std::vector<std::uint8_t>(16)), "x"); },
                     "must have 2 dimensions");
    const std::vector<double> broken = {1, std::numeric_limits<double>::quiet_NaN()};
    expect_job_error([&] { decode_plane(npy_bytes("<f8", "(1, 2)", as_bytes(broken)), "x"); }, "not finite");
}

BOOST_AUTO_TEST_CASE(the_highest_thousandth_is_white) {
    real_plane p(100, 50);
    for (std::size_t i = 0; i < p.values.size(); ++i) p.values[i] = static_cast<float>(i);
    const auto values = all_values(log_magnitude(p), p);
    BOOST_TEST(std::count(values.begin(), values.end(), 1.0f) == 6);  // the value of rank 4994 and those above it
}

BOOST_AUTO_TEST_CASE(decibels_are_relative_to_the_largest) {
    real_plane p(2, 2);
    p.values = {0, 1, 10, 100};  // none, -40, -20 and 0 dB
    const auto shares = all_values(decibel_share(p, -50, -10), p);
    const float expected[] = {0, 0.25f, 0.75f, 1};
    for (std::size_t i = 0; i < 4; ++i) BOOST_TEST(std::abs(shares[i] - expected[i]) < 1e-6f);
}

BOOST_AUTO_TEST_CASE(sequential_colours_grow_lighter_and_fit_the_screen) {
    double before = -1;
    for (int i = 0; i <= 500; ++i) {
        const colour c = sequential_colour(i / 500.0);
        BOOST_TEST(on_screen(c), "t = " << i / 500.0);
        BOOST_TEST(relative_luminance(c) > before);
        before = relative_luminance(c);
    }
}

BOOST_AUTO_TEST_CASE(cyclic_colours_close_and_keep_their_lightness) {
    for (unsigned i = 0; i < 3; ++i)
        BOOST_TEST(cyclic_colour(0)[i] == cyclic_colour(1)[i], boost::test_tools::tolerance(1e-9));
    for (int i = 0; i <= 360; ++i) {
        BOOST_TEST(on_screen(cyclic_colour(i / 360.0)), "t = " << i / 360.0);
        BOOST_TEST(std::abs(relative_luminance(cyclic_colour(i / 360.0)) - 0.4) < 0.1);
    }
}

BOOST_AUTO_TEST_CASE(paint_moves_by_one_level_at_most) {
    for (const colour_map map : {colour_map::grey, colour_map::sequential, colour_map::cyclic}) {
        std::vector<float> values;
        for (int i = 0; i <= 4000; ++i) values.push_back(static_cast<float>(i) / 4000);
        const picture a = paint(values, values.size(), 1, map);
        for (float& v : values) v += 1e-5f;
        const picture b = paint(values, values.size(), 1, map);
        int worst = 0;
        for (std::size_t i = 0; i < a.samples(); ++i)
            worst = std::max(worst, std::abs(static_cast<int>(a.at(i)) - static_cast<int>(b.at(i))));
        BOOST_TEST(worst <= 1);
    }
}

BOOST_AUTO_TEST_CASE(paint_survives_what_is_out_of_range) {
    const picture grey = paint({-1, 2}, 2, 1, colour_map::grey);
    BOOST_TEST((levels(grey) == std::vector<std::uint16_t>{0, 255}));
    BOOST_TEST(paint({-1, 2}, 2, 1, colour_map::sequential).samples() == 6u);
}

BOOST_AUTO_TEST_SUITE_END()
