// Template matching: against the correlation coefficient by its definition.
#include <cmath>
#include <random>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <stockham/imaging.hpp>

#include "imaging/tests/pictures.hpp"
#include "imaging/tests/refused.hpp"
#include "imaging/tests/shared_engine.hpp"

namespace imaging = stockham::imaging;
using namespace imaging_tests;
using imaging::match_options;

namespace {

struct search {
    std::size_t height = 23, width = 31, down = 5, across = 8;
    std::vector<double> picture, pattern;

    explicit search(double offset = 0) {
        std::mt19937 random(3);
        std::uniform_real_distribution<double> any(0, 1);
        for (std::size_t i = 0; i < height * width; ++i) picture.push_back(offset + any(random));
        for (std::size_t y = 0; y < down; ++y)
            for (std::size_t x = 0; x < across; ++x) pattern.push_back(picture[(y + 11) * width + x + 14]);
    }

    // The point of a line of n points for a place beyond it, as scipy.ndimage; -1: none.
    static long source(imaging::boundary beyond, long at, long n) {
        if (at >= 0 && at < n) return at;
        switch (beyond) {
        case imaging::boundary::nearest:
            return at < 0 ? 0 : n - 1;
        case imaging::boundary::reflect:
            return at < 0 ? -1 - at : 2 * n - 1 - at;
        case imaging::boundary::mirror:
            return at < 0 ? -at : 2 * n - 2 - at;
        case imaging::boundary::wrap:
            return (at + n) % n;
        default:
            return -1;
        }
    }

    // The coefficient of the template whose first point is at (top, left).
    double coefficient(long top, long left, const match_options& o) const {
        std::vector<double> window;
        for (long y = top; y < top + static_cast<long>(down); ++y)
            for (long x = left; x < left + static_cast<long>(across); ++x) {
                const long row = source(o.beyond, y, static_cast<long>(height));
                const long column = source(o.beyond, x, static_cast<long>(width));
                window.push_back(
                    row < 0 || column < 0
                        ? o.pad_value
                        : picture[static_cast<std::size_t>(row) * width + static_cast<std::size_t>(column)]);
            }
        double mean_w = 0, mean_t = 0, product = 0, squares_w = 0, squares_t = 0;
        for (std::size_t k = 0; k < window.size(); ++k) {
            mean_w += window[k] / static_cast<double>(window.size());
            mean_t += pattern[k] / static_cast<double>(window.size());
        }
        for (std::size_t k = 0; k < window.size(); ++k) {
            product += (window[k] - mean_w) * (pattern[k] - mean_t);
            squares_w += (window[k] - mean_w) * (window[k] - mean_w);
            squares_t += (pattern[k] - mean_t) * (pattern[k] - mean_t);
        }
        return product / std::sqrt(squares_w * squares_t);
    }

    std::vector<double> expected(const match_options& o) const {
        std::vector<double> all;
        const long rows = static_cast<long>(o.pad ? height : height - down + 1);
        const long columns = static_cast<long>(o.pad ? width : width - across + 1);
        for (long y = 0; y < rows; ++y)
            for (long x = 0; x < columns; ++x)
                all.push_back(coefficient(y - (o.pad ? static_cast<long>(down / 2) : 0),
                                          x - (o.pad ? static_cast<long>(across / 2) : 0), o));
        return all;
    }

    template <class T>
    std::vector<T> response(const match_options& o, std::vector<imaging::match_peak>* peaks = nullptr) const {
        const auto in = in_precision<T>(picture), part = in_precision<T>(pattern);
        const auto a = imaging::view_of(in, {height, width}), b = imaging::view_of(part, {down, across});
        const auto shape = imaging::match_shape(a, b, o);
        std::vector<T> out(shape[0] * shape[1]);
        const auto found = imaging::match(shared_engine(), a, b, imaging::view_of(out, shape), o);
        if (peaks != nullptr) *peaks = found;
        return out;
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(match_test)

BOOST_AUTO_TEST_CASE(responses_by_their_definition) {
    const search s;
    match_options o;
    BOOST_TEST(largest_difference(s.response<double>(o), s.expected(o)) < 1e-12);
    BOOST_TEST(largest_difference(s.response<float>(o), s.expected(o)) < 1e-5);
    o.pad = true;
    o.pad_value = 0.3;
    for (const auto beyond : {imaging::boundary::constant, imaging::boundary::nearest, imaging::boundary::reflect,
                              imaging::boundary::mirror, imaging::boundary::wrap}) {
        o.beyond = beyond;
        BOOST_TEST(largest_difference(s.response<float>(o), s.expected(o)) < 1e-5);
    }
}

BOOST_AUTO_TEST_CASE(large_means_cost_no_digits) {
    const search s(1000);  // a float near 1000 has steps of 6e-5
    const match_options o;
    BOOST_TEST(largest_difference(s.response<float>(o), s.expected(o)) < 5e-4);
    BOOST_TEST(largest_difference(s.response<double>(o), s.expected(o)) < 1e-10);
}

BOOST_AUTO_TEST_CASE(flat_windows_have_no_response) {
    search s;
    for (std::size_t y = 0; y < 10; ++y)
        for (std::size_t x = 0; x < 12; ++x) s.picture[y * s.width + x] = 0.1;
    const auto response = s.response<float>({});
    BOOST_TEST(response[0] == 0);
    for (const float each : response) BOOST_TEST(std::abs(each) <= 1);
}

// A part whose contrast is small against that of the picture: the rounding errors of transforms are large there.
BOOST_AUTO_TEST_CASE(nearly_flat_windows_are_exact) {
    for (const double contrast : {1e-2, 1e-3, 1e-4}) {
        search s;
        for (std::size_t y = 0; y < 10; ++y)
            for (std::size_t x = 0; x < 14; ++x) {
                double& point = s.picture[y * s.width + x];
                point = 0.2 + contrast * point;
            }
        for (double& point : s.picture) point = static_cast<float>(point);  // the same numbers in both precisions
        for (double& point : s.pattern) point = static_cast<float>(point);
        match_options o;
        BOOST_TEST(largest_difference(s.response<float>(o), s.expected(o)) < 1e-4);
        BOOST_TEST(largest_difference(s.response<double>(o), s.expected(o)) < 1e-10);
        o.pad = true;
        o.beyond = imaging::boundary::reflect;
        BOOST_TEST(largest_difference(s.response<float>(o), s.expected(o)) < 1e-4);
    }
}

BOOST_AUTO_TEST_CASE(bright_templates_of_little_contrast) {
    search s;
    for (double& point : s.picture) point = std::floor(255 * point);
    for (std::size_t k = 0; k < s.pattern.size(); ++k) {
        s.pattern[k] = 200 + static_cast<double>(k % 3 == 0);
        s.picture[(k / s.across + 11) * s.width + k % s.across + 14] = s.pattern[k];
    }
    const match_options o;
    BOOST_TEST(largest_difference(s.response<float>(o), s.expected(o)) < 1e-5);
}

BOOST_AUTO_TEST_CASE(peaks_are_listed_best_first) {
    search s;
    for (std::size_t y = 0; y < s.down; ++y)  // a second, weaker one
        for (std::size_t x = 0; x < s.across; ++x) {
            double& point = s.picture[(y + 2) * s.width + x + 3];
            point = 0.6 * s.pattern[y * s.across + x] + 0.4 * point;
        }
    match_options o;
    o.threshold = 0.7;
    o.distance = 2;
    std::vector<imaging::match_peak> peaks;
    s.response<float>(o, &peaks);
    BOOST_REQUIRE(peaks.size() == 2u);
    BOOST_TEST((peaks[0].position == std::vector<std::size_t>{11, 14}));
    BOOST_TEST(std::abs(peaks[0].response - 1) < 1e-5);
    BOOST_TEST((peaks[1].position == std::vector<std::size_t>{2, 3}));
    BOOST_TEST(peaks[1].response < 1);
    o.most = 1;
    s.response<float>(o, &peaks);
    BOOST_TEST(peaks.size() == 1u);
    o.most = 1000;
    o.threshold = -1;
    o.distance = 100;
    s.response<float>(o, &peaks);
    BOOST_TEST(peaks.size() == 1u);
    o.threshold = 1;
    s.pattern[0] += 0.2;
    s.response<double>(o, &peaks);
    BOOST_TEST(peaks.empty());
}

BOOST_AUTO_TEST_CASE(a_volume) {
    std::vector<double> volume(9 * 10 * 11), part;
    for (std::size_t i = 0; i < volume.size(); ++i) volume[i] = std::sin(static_cast<double>(i * i % 1013));
    for (std::size_t z = 3; z < 6; ++z)
        for (std::size_t y = 4; y < 8; ++y)
            for (std::size_t x = 5; x < 7; ++x) part.push_back(volume[(z * 10 + y) * 11 + x]);
    match_options o;
    o.distance = 3;
    const auto peaks = imaging::match(shared_engine(), imaging::view_of(volume, {9, 10, 11}),
                                      imaging::view_of(part, {3, 4, 2}), {}, o);
    BOOST_REQUIRE(!peaks.empty());
    BOOST_TEST((peaks[0].position == std::vector<std::size_t>{3, 4, 5}));
}

BOOST_AUTO_TEST_CASE(wrong_arguments) {
    const std::vector<float> picture = in_precision<float>(scene(5, 6)), large(42, 1), flat(30, 2);
    const auto call = [&](const std::vector<float>& in, const std::vector<float>& part, std::vector<std::size_t> shape,
                          const match_options& o = {}) {
        imaging::match(shared_engine(), imaging::view_of(in, {5, 6}), imaging::view_of(part, std::move(shape)), {}, o);
    };
    check_refused("template", "template: must be no larger than the picture, 5 x 6 points (got 6 x 7)", [&] {
        call(picture, large, {6, 7});
    });
    check_refused("template", "template: is constant", [&] { call(picture, flat, {2, 2}); });
    check_refused("template", "template: must have as many axes as the picture, 2 (got 1)",
                  [&] { call(picture, picture, {3}); });
    check_refused("picture", "picture: is flat", [&] { call(flat, picture, {2, 2}); });
    std::vector<float> broken = picture;
    broken[7] = std::nanf("");
    check_refused("picture", "picture: has NaN or infinite values", [&] { call(broken, picture, {2, 2}); });
    match_options o;
    o.distance = 0;
    check_refused("distance", "distance: must be 1 or more", [&] { call(picture, picture, {2, 2}, o); });
    o.distance = 1;
    o.threshold = 1.5;
    check_refused("threshold", "threshold: must be from -1 to 1", [&] { call(picture, picture, {2, 2}, o); });
    std::vector<float> response(30);
    check_refused("response", "response: must have 4 x 5 points (got 5 x 6)", [&] {
        imaging::match(shared_engine(), imaging::view_of(picture, {5, 6}), imaging::view_of(picture, {2, 2}),
                       imaging::view_of(response, {5, 6}));
    });
    imaging::engine_options little;
    little.memory = 1000;
    const imaging::engine small(shared_engine().context(), shared_engine().device(), little);
    BOOST_CHECK_THROW(imaging::match(small, imaging::view_of(picture, {5, 6}), imaging::view_of(picture, {2, 2}), {}),
                      imaging::memory_error);
}

BOOST_AUTO_TEST_SUITE_END()
