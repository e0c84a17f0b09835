// Spectra, power spectral densities and peaks, against the sums that define them.
#include <cmath>
#include <complex>
#include <random>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <stockham/imaging/spectrum.hpp>

#include "imaging/tests/pictures.hpp"
#include "imaging/tests/refused.hpp"
#include "imaging/tests/shared_engine.hpp"

namespace imaging = stockham::imaging;
using namespace imaging_tests;
using imaging::trend;
using imaging::window_shape;
using stockham::precision;

namespace {

const double turn = 2 * std::acos(-1.0);

// F at the frequency of a point of the picture with the zero frequency in its middle.
std::complex<double> coefficient(const std::vector<std::complex<double>>& p, std::size_t height, std::size_t width,
                                 std::size_t y, std::size_t x) {
    const auto v = static_cast<double>(y) - static_cast<double>(height / 2);
    const auto u = static_cast<double>(x) - static_cast<double>(width / 2);
    std::complex<double> sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i)
        sum += p[i] * std::polar(1.0, -turn * (v * static_cast<double>(i / width) / static_cast<double>(height) +
                                               u * static_cast<double>(i % width) / static_cast<double>(width)));
    return sum;
}

// The plane that fits a picture best by least squares, by the normal equations; or its mean.
std::vector<double> without_trend(std::vector<double> p, std::size_t width, trend removed) {
    const auto n = static_cast<double>(p.size()), height = n / static_cast<double>(width);
    double mean = 0, xx = 0, yy = 0, xv = 0, yv = 0;
    const auto x_of = [&](std::size_t i) {
        return static_cast<double>(i % width) - (static_cast<double>(width) - 1) / 2;
    };
    const auto y_of = [&](std::size_t i) { return static_cast<double>(i / width) - (height - 1) / 2; };
    for (const double v : p) mean += v / n;
    for (std::size_t i = 0; i < p.size(); ++i) {
        xx += x_of(i) * x_of(i), yy += y_of(i) * y_of(i);
        xv += x_of(i) * p[i], yv += y_of(i) * p[i];
    }
    for (std::size_t i = 0; i < p.size(); ++i) {
        if (removed != trend::none) p[i] -= mean;
        if (removed == trend::linear) p[i] -= (xx > 0 ? xv / xx * x_of(i) : 0) + (yy > 0 ? yv / yy * y_of(i) : 0);
    }
    return p;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(spectrum_test)

BOOST_AUTO_TEST_CASE(windows_and_trends) {
    for (const auto& [height, width] : {std::pair<std::size_t, std::size_t>{6, 9}, {7, 4}, {1, 8}})
        for (const window_shape shape :
             {window_shape::none, window_shape::hann, window_shape::hamming, window_shape::blackman})
            for (const trend removed : {trend::none, trend::constant, trend::linear}) {
                imaging::spectrum_options o;
                o.window = shape;
                o.detrend = removed;
                o.symmetric_window = shape == window_shape::hamming;
                const auto picture = scene(height, width);
                const auto down = imaging::window_values(shape, height, o.symmetric_window);
                const auto across = imaging::window_values(shape, width, o.symmetric_window);
                const auto level = without_trend(picture, width, removed);
                std::vector<std::complex<double>> prepared;
                for (std::size_t i = 0; i < level.size(); ++i)
                    prepared.push_back(level[i] * down[i / width] * across[i % width]);
                std::vector<double> out(picture.size(), -1);
                imaging::spectrum(shared_engine(), imaging::view_of(picture, {height, width}),
                                  imaging::view_of(out, {height, width}), o);
                for (std::size_t i = 0; i < out.size(); ++i)
                    BOOST_TEST_REQUIRE(
                        std::abs(out[i] - std::abs(coefficient(prepared, height, width, i / width, i % width))) < 1e-9);
            }
    for (const window_shape shape : {window_shape::hann, window_shape::blackman}) {
        BOOST_TEST(imaging::window_values(shape, 1) == std::vector<double>{1});
        check_refused("symmetric_window", "symmetric_window: a symmetric window of 2 points is 0 everywhere",
                      [&] { imaging::window_values(shape, 2, true); });
    }
}

// Phases are relative to the middle of the picture, of real and of complex ones.
BOOST_AUTO_TEST_CASE(phases) {
    for (const auto& [height, width] : {std::pair<std::size_t, std::size_t>{6, 9}, {7, 4}})
        for (const bool is_complex : {false, true}) {
            std::vector<std::complex<double>> picture;
            std::mt19937 random(3);
            std::normal_distribution<double> normal;
            for (std::size_t i = 0; i < height * width; ++i)
                picture.emplace_back(normal(random), is_complex ? normal(random) : 0);
            std::vector<double> real, out(picture.size(), -1);
            for (const auto& v : picture) real.push_back(v.real());
            imaging::spectrum_options o;
            o.value = imaging::spectrum_value::phase;
            imaging::spectrum(shared_engine(),
                              is_complex ? imaging::view_of(picture, {height, width})
                                         : imaging::view_of(real, {height, width}),
                              imaging::view_of(out, {height, width}), o);
            for (std::size_t i = 0; i < out.size(); ++i) {
                const std::size_t y = i / width, x = i % width;
                const double v = static_cast<double>(y) - static_cast<double>(height / 2),
                             u = static_cast<double>(x) - static_cast<double>(width / 2);
                const double shifted = std::arg(coefficient(picture, height, width, y, x)) / turn +
                                       v * static_cast<double>(height / 2) / static_cast<double>(height) +
                                       u * static_cast<double>(width / 2) / static_cast<double>(width);
                BOOST_TEST_REQUIRE(std::abs(std::remainder(out[i] - shifted, 1.0)) < 1e-9);
                BOOST_TEST_REQUIRE((out[i] >= 0 && out[i] < 1));
            }
        }
}

// Rings are compared as integers: radii of r + 1/2 bins occur if the sides are as 2 to an odd number.
BOOST_AUTO_TEST_CASE(rings_do_not_split_ties) {
    for (const auto& [height, width] : {std::pair<std::size_t, std::size_t>{100, 150},
                                        {60, 90},
                                        {40, 100},
                                        {100, 100},
                                        {54, 96},
                                        {97, 101},
                                        {1, 30}}) {
        const auto w = static_cast<long>(width), h = static_cast<long>(height), longer = std::max(w, h);
        std::vector<std::size_t> twice(static_cast<std::size_t>(longer) / 2 +
                                       1);  // of points that are not their own mirror image
        for (long y = 0; y < h; ++y)
            for (long x = 0; x < w; ++x) {
                const long dx = std::min(x, w - x) * h * longer, dy = std::min(y, h - y) * w * longer;
                const long radius = 4 * (dx * dx + dy * dy);
                long r = 0;
                while ((2 * r + 1) * (2 * r + 1) * w * w * h * h <= radius) ++r;
                const bool own = (2 * x) % w == 0 && (2 * y) % h == 0;
                if (static_cast<std::size_t>(r) < twice.size()) twice[static_cast<std::size_t>(r)] += own ? 2 : 1;
            }
        imaging::power_density powers(shared_engine(), height, width, precision::f32);
        const auto picture = in_precision<float>(scene(height, width));
        powers.add(imaging::view_of(picture, {height, width}));
        const auto rings = powers.rings();
        BOOST_REQUIRE(rings.size() + 1 == twice.size());
        for (std::size_t k = 0; k < rings.size(); ++k)
            BOOST_TEST(rings[k].count == twice[k + 1] / 2, height << " x " << width << ", ring " << k + 1);
    }
    check_refused("pictures", "pictures: 65536 x 32769 points: frequency rings are limited to",
                  [] { imaging::power_density(shared_engine(), 32769, 65536, precision::f32); });
    check_refused("pictures", "pictures: too small (1 x 1 pixels)",
                  [] { imaging::power_density(shared_engine(), 1, 1, precision::f32); });
}

BOOST_AUTO_TEST_CASE(a_map_has_the_power_of_all_frequencies) {
    constexpr std::size_t height = 6, width = 9;
    const auto picture = scene(height, width);
    imaging::power_density powers(shared_engine(), height, width, precision::f64);
    powers.add(imaging::view_of(picture, {height, width}));
    powers.add(imaging::view_of(picture, {height, width}));
    const auto map = powers.map();
    const auto down = imaging::window_values(window_shape::hann, height),
               across = imaging::window_values(window_shape::hann, width);
    const auto level = without_trend(picture, width, trend::constant);
    std::vector<std::complex<double>> prepared;
    double energy = 0;
    for (std::size_t i = 0; i < level.size(); ++i) {
        const double weight = down[i / width] * across[i % width];
        prepared.push_back(level[i] * weight);
        energy += weight * weight;
    }
    for (std::size_t i = 0; i < map.size(); ++i) {
        const double power = std::norm(coefficient(prepared, height, width, i / width, i % width)) / energy;
        BOOST_TEST_REQUIRE(std::abs(map[i] - power) < 1e-9);
    }
}

// Over many rings of noise, the deviations from the true power are as large as the errors say.
BOOST_AUTO_TEST_CASE(errors_are_those_of_the_mean) {
    constexpr std::size_t width = 150, height = 100;
    for (const window_shape shape : {window_shape::none, window_shape::hann}) {
        imaging::power_options o;
        o.window = shape;
        imaging::power_density one(shared_engine(), height, width, precision::f32, o),
            three(shared_engine(), height, width, precision::f32, o);
        std::mt19937 random(5);
        std::normal_distribution<float> normal;
        std::vector<float> pages(3 * width * height);
        for (float& v : pages) v = normal(random);
        one.add(imaging::view_of(pages, {1, height, width}));
        three.add(imaging::view_of(pages, {3, height, width}));
        for (const auto* powers : {&one, &three}) {
            const auto rows = powers->rings();
            double sum = 0;
            for (std::size_t k = 4; k < rows.size(); ++k) sum += std::pow((rows[k].power - 1) / rows[k].error, 2);
            const double deviation = std::sqrt(sum / static_cast<double>(rows.size() - 4));
            BOOST_TEST(deviation > 0.75);
            BOOST_TEST(deviation < 1.25);
        }
        for (std::size_t k = 0; k < one.rings().size(); ++k)
            BOOST_TEST(three.rings()[k].count == 3 * one.rings()[k].count);
    }
}

// Three patterns in noise. Without them, there are no peaks.
BOOST_AUTO_TEST_CASE(peaks_are_found) {
    struct pattern {
        double u, v, amplitude;
    };
    const pattern patterns[] = {{0.2013, 0.3021, 9}, {-0.31, 0.137, 6}, {0.25, 0, 5}};
    constexpr std::size_t width = 120, height = 90;
    std::vector<float> noise(width * height), p(width * height);
    std::mt19937 random(7);
    std::normal_distribution<float> normal(100, 3);
    for (std::size_t i = 0; i < p.size(); ++i) {
        noise[i] = p[i] = normal(random);
        const auto x = static_cast<double>(i % width), y = static_cast<double>(i / width);
        for (const pattern& k : patterns)
            p[i] += static_cast<float>(k.amplitude * std::cos(turn * (k.u * x + k.v * y) + 1));
    }
    const auto found = [&](const std::vector<float>& picture, std::size_t most) {
        return imaging::find_peaks(shared_engine(), imaging::view_of(picture, {height, width}), {most});
    };
    BOOST_TEST(found(noise, 10).empty());
    const auto peaks = found(p, 10);
    BOOST_REQUIRE(peaks.size() == 3u);
    for (const pattern& k : patterns)
        BOOST_TEST(std::any_of(peaks.begin(), peaks.end(), [&](const imaging::spectral_peak& peak) {
            return std::abs(peak.u - k.u) < 0.001 && std::abs(peak.v - k.v) < 0.001 &&
                   std::abs(peak.amplitude - k.amplitude) < 0.25 * k.amplitude;
        }));
    BOOST_TEST(found(p, 2).size() == 2u);
    check_refused("picture", "picture: peaks are found in pictures of at least 32 x 32 pixels (got 31 x 90)", [&] {
        imaging::find_peaks(shared_engine(), imaging::view_of(p, {90, 31}));
    });
    check_refused("most", "most: must be from 1", [&] { found(p, 0); });
}

BOOST_AUTO_TEST_SUITE_END()
