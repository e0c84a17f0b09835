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

std::vector<float> all_values(const value_rows& rows, const spectrum_view& s) {
    std::vector<float> values(s.width() * s.height());
    for (std::size_t y = 0; y < s.height(); ++y) rows(y, &values[y * s.width()]);
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

BOOST_AUTO_TEST_CASE(the_zero_frequency_is_in_the_middle) {
    for (const std::size_t n : {1u, 2u, 5u, 8u}) {
        plane p(n, 2 * n);
        p.values[0] = 100;
        const auto values = all_values(log_magnitude(p), p);
        const auto brightest = std::max_element(values.begin(), values.end()) - values.begin();
        BOOST_TEST(brightest == static_cast<long>(n * n + n / 2));
        BOOST_TEST(values[static_cast<std::size_t>(brightest)] == 1.0f);
    }
}

BOOST_AUTO_TEST_CASE(a_half_spectrum_is_shown_whole) {
    for (const auto& [width, height] : {std::pair<std::size_t, std::size_t>{6, 5}, {7, 4}, {1, 3}, {2, 1}}) {
        spectral_planes<float> half(width, height);
        plane whole(width, height);
        for (std::size_t y = 0; y < height; ++y)
            for (std::size_t x = 0; x < width; ++x) {
                // Of a point and its mirror image, the one with the smaller index has the number.
                const std::size_t here = y * width + x;
                const std::size_t mirror = (height - y) % height * width + (width - x) % width;
                const auto number = static_cast<float>(std::min(here, mirror) + 1);
                const float imaginary = here == mirror ? 0 : here < mirror ? 2 * number : -2 * number;
                whole.values[here] = {number, imaginary};
                if (x < half.columns()) half.spectrum_row(0, y)[x] = whole.values[here];
            }
        BOOST_TEST(all_values(log_magnitude(half), half) == all_values(log_magnitude(whole), whole));
        BOOST_TEST(all_values(decibel_share(half, -30, 0), half) == all_values(decibel_share(whole, -30, 0), whole));
        BOOST_TEST(all_values(phase_share(half), half) == all_values(phase_share(whole), whole));
    }
}

BOOST_AUTO_TEST_CASE(the_highest_thousandth_is_white) {
    plane p(100, 50);
    for (std::size_t i = 0; i < p.values.size(); ++i) p.values[i] = static_cast<float>(i);
    const auto values = all_values(log_magnitude(p), p);
    BOOST_TEST(std::count(values.begin(), values.end(), 1.0f) == 6);  // the value of rank 4994 and those above it
}

BOOST_AUTO_TEST_CASE(decibels_are_relative_to_the_largest) {
    plane p(2, 2);
    p.values = {100, 10, {0, 1}, 0};  // 0, -20 and -40 dB, and none; the zero frequency goes to the last place
    const auto shares = all_values(decibel_share(p, -50, -10), p);
    const float expected[] = {0, 0.25f, 0.75f, 1};
    for (std::size_t i = 0; i < 4; ++i) BOOST_TEST(std::abs(shares[i] - expected[i]) < 1e-6f);
}

BOOST_AUTO_TEST_CASE(phases_are_shares_of_the_circle) {
    plane p(1, 1);
    for (const auto& [value, share] :
         {std::pair<std::complex<float>, float>{1, 0.0f}, {{0, 1}, 0.25f}, {-1, 0.5f}, {{0, -1}, 0.75f}}) {
        p.values[0] = value;
        BOOST_TEST(all_values(phase_share(p), p)[0] == share, boost::test_tools::tolerance(1e-6f));
    }
}

BOOST_AUTO_TEST_CASE(an_impulse_in_the_middle_has_phase_zero) {
    plane p(4, 4);
    for (std::size_t i = 0; i < 16; ++i) p.values[i] = (i / 4 + i % 4) % 2 == 0 ? 1.0f : -1.0f;
    for (const float share : all_values(phase_share(p), p)) BOOST_TEST(share == 0.0f);
    // The same for a picture with odd sides.
    plane q(5, 7);
    const double turn = 2 * std::acos(-1.0);
    for (std::size_t i = 0; i < 35; ++i)
        q.values[i] = std::complex<float>(
            std::polar(1.0, -turn * (3 * static_cast<double>(i / 5) / 7 + 2 * static_cast<double>(i % 5) / 5)));
    for (const float share : all_values(phase_share(q), q)) BOOST_TEST(std::min(share, 1 - share) < 1e-6f);
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
