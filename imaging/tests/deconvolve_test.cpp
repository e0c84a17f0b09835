// Deconvolution: against the definitions, and what its options promise.
#include <limits>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <stockham/imaging.hpp>
#include <stockham/owned.hpp>

#include "imaging/deconvolve/method.hpp"
#include "imaging/tests/pictures.hpp"
#include "imaging/tests/refused.hpp"
#include "imaging/tests/shared_engine.hpp"

namespace imaging = stockham::imaging;
using namespace imaging_tests;
using imaging::deconvolution_method;
using imaging::deconvolution_options;
using imaging::deconvolution_report;
using stockham::imaging_internal::richardson_lucy_bytes;
using stockham::imaging_internal::wiener_bytes;

namespace {

constexpr std::size_t height = 60, width = 72, side = 7;

template <class T>
std::vector<T> sharpened(const std::vector<double>& picture, const std::vector<double>& psf,
                         const deconvolution_options& o, deconvolution_report* report = nullptr) {
    const auto given = in_precision<T>(picture), blur = in_precision<T>(psf);
    std::vector<T> result(given.size());
    const auto done =
        imaging::deconvolve(shared_engine(), imaging::view_of(given, {height, width}),
                            imaging::view_of(blur, {side, side}), imaging::view_of(result, {height, width}), o);
    if (report != nullptr) *report = done;
    return result;
}

struct blurred_scene {
    std::vector<double> sharp = scene(height, width), psf = gaussian(side, 1.5);
    std::vector<double> blurred = convolved(sharp, height, width, psf, side, edge::mirrored);
    explicit blurred_scene(double noise = 0) {
        if (noise > 0) add_noise(blurred, noise);
    }
};

// Richardson-Lucy by its definition, with zeros beyond the edges.
std::vector<double> lucy_by_definition(const blurred_scene& s, unsigned iterations) {
    std::vector<double> estimate(s.blurred.size(), 0.5);
    for (unsigned k = 0; k < iterations; ++k) {
        auto ratio = convolved(estimate, height, width, s.psf, side, edge::zero);
        for (std::size_t i = 0; i < ratio.size(); ++i) ratio[i] = s.blurred[i] / ratio[i];
        const auto correction = convolved(ratio, height, width, s.psf, side, edge::zero, true);
        for (std::size_t i = 0; i < ratio.size(); ++i) estimate[i] *= correction[i];
    }
    return estimate;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(deconvolve_test)

BOOST_AUTO_TEST_CASE(iterations_by_their_definition) {
    const blurred_scene s;
    deconvolution_options o;
    o.beyond = imaging::boundary::constant;
    o.start = 0.5;
    o.iterations = 3;
    const auto expected = lucy_by_definition(s, 3);
    BOOST_TEST(largest_difference(sharpened<float>(s.blurred, s.psf, o), expected) < 1e-2);
    BOOST_TEST(largest_difference(sharpened<double>(s.blurred, s.psf, o), expected) < 1e-9);
}

// Noise makes dark parts of a picture negative, and then the estimate, too, unless they count as 0.
BOOST_AUTO_TEST_CASE(negative_numbers) {
    blurred_scene s;
    for (std::size_t i = 0; i < s.blurred.size(); i += 1000) {
        for (const std::size_t k : {0, 1, 2, 72, 73, 74, 144, 145, 146}) s.blurred[i + k] = -20;
    }
    deconvolution_options o;
    o.beyond = imaging::boundary::constant;
    o.start = 0.5;
    o.iterations = 3;
    o.negative = true;
    const auto expected = lucy_by_definition(s, 3);
    BOOST_TEST(*std::min_element(expected.begin(), expected.end()) < -5);
    BOOST_TEST(largest_difference(sharpened<double>(s.blurred, s.psf, o), expected) < 1e-6);
    o.negative = false;
    for (double& value : s.blurred) value = std::max(value, 0.0);
    const auto raised = sharpened<double>(s.blurred, s.psf, o);
    BOOST_TEST(largest_difference(raised, lucy_by_definition(s, 3)) < 1e-6);
}

// The filter solves (H'H + b L'L) x = H'y; with periodic edges both sides are sums over the picture.
BOOST_AUTO_TEST_CASE(wiener_solves_its_equation) {
    const blurred_scene s;
    deconvolution_options o;
    o.method = deconvolution_method::wiener;
    o.beyond = imaging::boundary::wrap;
    o.balance = 0.02;
    const auto x = sharpened<double>(s.blurred, s.psf, o);
    const auto apply = [&](const std::vector<double>& a, const std::vector<double>& kernel, std::size_t n, bool back) {
        return convolved(a, height, width, kernel, n, edge::periodic, back);
    };
    const std::vector<double> laplacian = {0, -1, 0, -1, 4, -1, 0, -1, 0};
    auto left = apply(apply(x, s.psf, side, false), s.psf, side, true);
    const auto smooth = apply(apply(x, laplacian, 3, false), laplacian, 3, true);
    for (std::size_t i = 0; i < left.size(); ++i) left[i] += *o.balance * smooth[i];
    BOOST_TEST(largest_difference(left, apply(s.blurred, s.psf, side, true)) < 1e-9);
}

BOOST_AUTO_TEST_CASE(edges_do_not_ring) {
    const blurred_scene s;
    const auto error_at_edges = [&](const std::vector<float>& result) {
        double sum = 0;
        for (std::size_t i = 0; i < result.size(); ++i) {
            const std::size_t y = i / width, x = i % width;
            const bool inside = std::min(y, height - 1 - y) >= 4 && std::min(x, width - 1 - x) >= 4;
            const double off = static_cast<double>(result[i]) - s.sharp[i];
            sum += inside ? 0 : off * off;
        }
        return std::sqrt(sum);
    };
    deconvolution_options o;
    const double estimated = error_at_edges(sharpened<float>(s.blurred, s.psf, o));
    o.beyond = imaging::boundary::wrap;
    const double wrapped = error_at_edges(sharpened<float>(s.blurred, s.psf, o));
    BOOST_TEST(estimated < 0.3 * wrapped);
    for (const auto beyond : {imaging::boundary::nearest, imaging::boundary::reflect, imaging::boundary::mirror}) {
        o.beyond = beyond;
        BOOST_TEST(error_at_edges(sharpened<float>(s.blurred, s.psf, o)) < 0.3 * wrapped);
    }
}

BOOST_AUTO_TEST_CASE(fewer_iterations_with_acceleration) {
    const blurred_scene s;
    deconvolution_options o;
    o.iterations = 60;
    const double plain = difference(sharpened<float>(s.blurred, s.psf, o), s.sharp);
    o.iterations = 20;
    o.accelerate = true;
    BOOST_TEST(difference(sharpened<float>(s.blurred, s.psf, o), s.sharp) < plain);
}

BOOST_AUTO_TEST_CASE(noise_is_held_down) {
    const blurred_scene s(2);
    deconvolution_options o;
    o.iterations = 200;
    deconvolution_report report;
    const double grainy = difference(sharpened<float>(s.blurred, s.psf, o, &report), s.sharp);
    BOOST_TEST(report.iterations == 200u);
    o.total_variation = 0.01;
    BOOST_TEST(difference(sharpened<float>(s.blurred, s.psf, o), s.sharp) < 0.9 * grainy);
    o.total_variation = 0;
    o.noise = 2;
    BOOST_TEST(difference(sharpened<float>(s.blurred, s.psf, o, &report), s.sharp) < 0.9 * grainy);
    BOOST_TEST(report.iterations > 2u);
    BOOST_TEST(report.iterations < 100u);
    o.noise.reset();
    o.tolerance = 0.01;
    sharpened<float>(s.blurred, s.psf, o, &report);
    BOOST_TEST(report.iterations < 100u);
    BOOST_TEST(report.change <= 0.01);
    BOOST_TEST(report.change > 0);
}

BOOST_AUTO_TEST_CASE(balance_is_near_the_best) {
    const blurred_scene s(1);
    deconvolution_options o;
    o.method = deconvolution_method::wiener;
    deconvolution_report report;
    const double estimated = difference(sharpened<float>(s.blurred, s.psf, o, &report), s.sharp);
    BOOST_TEST(report.balance > 0);
    o.noise = 1;
    const double known = difference(sharpened<float>(s.blurred, s.psf, o), s.sharp);
    o.noise.reset();
    double best = 1e9;
    for (double balance = 1e-5; balance < 1; balance *= 2) {
        o.balance = balance;
        best = std::min(best, difference(sharpened<float>(s.blurred, s.psf, o), s.sharp));
    }
    BOOST_TEST(estimated < 1.03 * best);
    BOOST_TEST(known < 1.03 * best);
}

// The edges of a picture need not fit the boundary that the user has chosen: its steps are no detail of the scene.
BOOST_AUTO_TEST_CASE(balance_does_not_depend_on_the_edges) {
    const blurred_scene s(1);
    deconvolution_options o;
    o.method = deconvolution_method::wiener;
    deconvolution_report report;
    std::vector<double> balances;
    for (const auto beyond : {imaging::boundary::reflect, imaging::boundary::nearest, imaging::boundary::wrap,
                              imaging::boundary::constant}) {
        o.beyond = beyond;
        for (const bool known : {false, true}) {
            o.noise.reset();
            if (known) o.noise = 1;
            sharpened<float>(s.blurred, s.psf, o, &report);
            balances.push_back(report.balance);
        }
    }
    const auto [least, most] = std::minmax_element(balances.begin(), balances.end());
    BOOST_TEST_MESSAGE("balances from " << *least << " to " << *most);
    BOOST_TEST(*most < 4 * *least);
}

BOOST_AUTO_TEST_CASE(axes_of_one_point) {
    const blurred_scene s(1);
    deconvolution_options o;
    o.method = deconvolution_method::wiener;
    const auto expected = in_double(sharpened<float>(s.blurred, s.psf, o));
    const auto given = in_precision<float>(s.blurred), blur = in_precision<float>(s.psf);
    std::vector<float> result(given.size());
    for (const auto& [shape, psf] :
         {std::pair<std::vector<std::size_t>, std::vector<std::size_t>>{{1, height, width}, {1, side, side}},
          {{height, 1, width}, {side, 1, side}}}) {
        imaging::deconvolve(shared_engine(), imaging::view_of(given, shape), imaging::view_of(blur, psf),
                            imaging::view_of(result, shape), o);
        BOOST_TEST(largest_difference(result, expected) < 0.01);
    }
}

BOOST_AUTO_TEST_CASE(tiles_make_little_difference) {
    const blurred_scene s(0.5);
    for (const auto method : {deconvolution_method::richardson_lucy, deconvolution_method::wiener}) {
        deconvolution_options o;
        o.method = method;
        o.iterations = 10;
        if (method == deconvolution_method::wiener) o.balance = 0.01;
        const auto whole = sharpened<float>(s.blurred, s.psf, o);
        o.memory = 150000;
        deconvolution_report report;
        const auto tiled = in_double(sharpened<float>(s.blurred, s.psf, o, &report));
        BOOST_TEST(report.tiles > 1u);
        BOOST_TEST((report.overlap == std::vector<std::size_t>{side, side}));
        BOOST_TEST(difference(whole, tiled) < 0.03 * difference(whole, s.blurred));
    }
    deconvolution_options o;
    o.memory = 10000;
    BOOST_CHECK_EXCEPTION(sharpened<float>(s.blurred, s.psf, o), imaging::memory_error,
                          [](const auto& e) { return e.needed() > 10000 && e.available() == 10000; });
}

// The bytes by which tiles are chosen cover all arrays of a tile at any time: a session that has no more is enough.
BOOST_AUTO_TEST_CASE(a_tile_takes_what_is_planned) {
    const blurred_scene s(0.5);
    const auto given = in_precision<float>(s.blurred), blur = in_precision<float>(s.psf);
    std::vector<float> result(given.size());
    for (const auto method : {deconvolution_method::richardson_lucy, deconvolution_method::wiener}) {
        deconvolution_options o;
        o.method = method;
        o.beyond = imaging::boundary::wrap;
        o.iterations = 3;
        const std::vector<std::size_t> shape = {height, width};
        imaging::engine_options options;
        options.memory =
            side * side * sizeof(float) + (method == deconvolution_method::wiener
                                               ? wiener_bytes(shape, shape, stockham::precision::f32)
                                               : richardson_lucy_bytes(shape, shape, stockham::precision::f32, o));
        for (const bool enough : {true, false}) {
            options.memory -= enough ? 0 : 1;
            const imaging::engine small(shared_engine().context(), shared_engine().device(), options);
            const auto report =
                imaging::deconvolve(small, imaging::view_of(given, shape), imaging::view_of(blur, {side, side}),
                                    imaging::view_of(result, shape), o);
            BOOST_TEST((report.tiles == 1) == enough);
        }
    }
}

// Tiles overlap, so that a later one reads points that an earlier one has written if both are one array.
BOOST_AUTO_TEST_CASE(tiles_of_one_array) {
    const blurred_scene s(0.5);
    const auto given = in_precision<float>(s.blurred), blur = in_precision<float>(s.psf);
    for (const auto method : {deconvolution_method::richardson_lucy, deconvolution_method::wiener}) {
        deconvolution_options o;
        o.method = method;
        o.iterations = 10;
        o.memory = 150000;
        if (method == deconvolution_method::wiener) o.balance = 0.01;
        const auto expected = sharpened<float>(s.blurred, s.psf, o);
        for (const std::size_t displaced : {0, 3 * 72 + 5}) {
            std::vector<float> both(displaced);
            both.insert(both.end(), given.begin(), given.end());
            const auto report = imaging::deconvolve(
                shared_engine(), imaging::view_of(both.data() + displaced, {height, width}),
                imaging::view_of(blur, {side, side}), imaging::view_of(both.data(), {height, width}), o);
            BOOST_TEST(report.tiles > 1u);
            BOOST_TEST(std::equal(expected.begin(), expected.end(), both.begin()));
        }
    }
}

BOOST_AUTO_TEST_CASE(tiles_of_one_volume) {
    const std::vector<std::size_t> shape = {20, 24, 30};
    const std::vector<float> blur(27, 1);
    std::vector<float> volume(20 * 24 * 30), whole(volume.size()), tiled(volume.size());
    for (std::size_t i = 0; i < volume.size(); ++i)
        volume[i] = static_cast<float>(100 + 50 * std::sin(0.9 * static_cast<double>(i / 720)) *
                                                 std::cos(0.7 * static_cast<double>(i % 30)));
    deconvolution_options o;
    o.iterations = 10;
    const auto run = [&](const std::vector<float>& from, const std::vector<float>& to) {
        return imaging::deconvolve(shared_engine(), imaging::view_of(from, shape), imaging::view_of(blur, {3, 3, 3}),
                                   imaging::view_of(to, shape), o);
    };
    run(volume, whole);
    o.memory = 300000;
    o.overlap = {6, 6, 6};
    BOOST_TEST(run(volume, tiled).tiles > 1u);
    BOOST_TEST(difference(tiled, in_double(whole)) < 0.03 * difference(whole, in_double(volume)));
    run(volume, volume);
    BOOST_TEST((volume == tiled));
}

BOOST_AUTO_TEST_CASE(one_and_three_axes) {
    const std::vector<float> blur = {1, 2, 1};
    std::vector<float> line(50), result(50);
    for (std::size_t i = 0; i < line.size(); ++i) line[i] = i == 20 ? 2.0f : i == 19 || i == 21 ? 1.0f : 0.0f;
    deconvolution_options o;
    o.iterations = 300;
    imaging::deconvolve(shared_engine(), imaging::view_of(line, {50}), imaging::view_of(blur, {3}),
                        imaging::view_of(result, {50}), o);
    BOOST_TEST(result[20] > 3.9f);
    // A volume that varies along its slowest axis only is the same line at each point.
    std::vector<float> volume(50 * 6 * 5), sharp(volume.size());
    for (std::size_t i = 0; i < volume.size(); ++i) volume[i] = line[i / 30];
    imaging::deconvolve(shared_engine(), imaging::view_of(volume, {50, 6, 5}), imaging::view_of(blur, {3, 1, 1}),
                        imaging::view_of(sharp, {50, 6, 5}), o);
    for (std::size_t i = 0; i < volume.size(); i += 7) BOOST_TEST(std::abs(sharp[i] - result[i / 30]) < 0.01f);
}

BOOST_AUTO_TEST_CASE(arrays_in_buffers) {
    const blurred_scene s;
    const auto given = in_precision<float>(s.blurred), blur = in_precision<float>(s.psf);
    const auto buffer = [&](const std::vector<float>& values, std::size_t first) {
        cl_int code = CL_SUCCESS;
        std::vector<float> padded(first);
        padded.insert(padded.end(), values.begin(), values.end());
        stockham::owned_buffer made(clCreateBuffer(shared_engine().context(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                                   padded.size() * sizeof(float), padded.data(), &code));
        BOOST_REQUIRE(code == CL_SUCCESS);
        return made;
    };
    deconvolution_options o;
    o.iterations = 4;
    for (const std::size_t memory : {std::size_t{0}, std::size_t{150000}}) {  // at once, and in tiles
        o.memory = memory;
        const auto picture = buffer(given, 5), psf = buffer(blur, 0), result = buffer(given, 3);
        const auto at = [](const stockham::owned_buffer& b, std::vector<std::size_t> shape, std::size_t first) {
            return imaging::view_of(b.get(), std::move(shape), stockham::precision::f32, false, first * sizeof(float));
        };
        imaging::deconvolve(shared_engine(), at(picture, {height, width}, 5), at(psf, {side, side}, 0),
                            at(result, {height, width}, 3), o);
        const auto host = sharpened<float>(s.blurred, s.psf, o);
        std::vector<float> read(given.size());
        cl_int code = CL_SUCCESS;
        const stockham::owned_queue queue(
            clCreateCommandQueue(shared_engine().context(), shared_engine().device(), 0, &code));
        BOOST_REQUIRE(clEnqueueReadBuffer(queue.get(), result.get(), CL_TRUE, 3 * sizeof(float),
                                          read.size() * sizeof(float), read.data(), 0, nullptr, nullptr) == CL_SUCCESS);
        BOOST_TEST((read == host));
        // Both in one buffer, also in parts of it.
        cl_buffer_region from{0, given.size() * sizeof(float)};
        cl_int part_code = CL_SUCCESS;
        const auto common = buffer(given, 0);
        const stockham::owned_buffer part(
            clCreateSubBuffer(common.get(), 0, CL_BUFFER_CREATE_TYPE_REGION, &from, &part_code));
        BOOST_REQUIRE(part_code == CL_SUCCESS);
        imaging::deconvolve(shared_engine(), at(common, {height, width}, 0), at(psf, {side, side}, 0),
                            at(part, {height, width}, 0), o);
        BOOST_REQUIRE(clEnqueueReadBuffer(queue.get(), common.get(), CL_TRUE, 0, read.size() * sizeof(float),
                                          read.data(), 0, nullptr, nullptr) == CL_SUCCESS);
        BOOST_TEST((read == host));
    }
}

BOOST_AUTO_TEST_CASE(progress_and_its_end) {
    const blurred_scene s;
    deconvolution_options o;
    o.iterations = 5;
    std::size_t calls = 0;
    o.progress = [&](const imaging::progress& now) {
        BOOST_TEST(now.done == ++calls);
        BOOST_TEST(now.total == 5u);
        return true;
    };
    sharpened<float>(s.blurred, s.psf, o);
    BOOST_TEST(calls == 5u);
    o.progress = [&](const imaging::progress& now) { return now.done < 2; };
    BOOST_CHECK_THROW(sharpened<float>(s.blurred, s.psf, o), imaging::cancelled_error);
}

BOOST_AUTO_TEST_CASE(wrong_arguments) {
    const blurred_scene s;
    const auto check = [&](const char* field, const std::string& text, auto change) {
        deconvolution_options o;
        blurred_scene own = s;
        change(o, own);
        check_refused(field, text, [&] { sharpened<float>(own.blurred, own.psf, o); });
    };
    using scene_of = blurred_scene;
    using options = deconvolution_options;
    check("psf", "psf: its sum must be above 0 (got 0)",
          [](options&, scene_of& own) { std::fill(own.psf.begin(), own.psf.end(), 0); });
    check("psf", "psf: has NaN or infinite values", [](options&, scene_of& own) { own.psf[3] = std::nan(""); });
    check("picture", "picture: has NaN or infinite values",
          [](options&, scene_of& own) { own.blurred[100] = std::numeric_limits<double>::infinity(); });
    check("noise", "noise: must be above 0 (got 0)", [](options& o, scene_of&) { o.noise = 0; });
    check("noise", "noise: must be above 0 (got -1.5)", [](options& o, scene_of&) { o.noise = -1.5; });
    check("balance", "balance: must be above 0 (got 0)", [](options& o, scene_of&) {
        o.method = deconvolution_method::wiener;
        o.balance = 0;
    });
    check("balance", "balance: has no effect", [](options& o, scene_of&) { o.balance = 1; });
    check("iterations", "iterations: must be 1 or more", [](options& o, scene_of&) { o.iterations = 0; });
    check("total_variation", "total_variation: must be from 0 to 0.1 (got 0.2)",
          [](options& o, scene_of&) { o.total_variation = 0.2; });
    check("overlap", "overlap: must have one number per axis, 2 (got 1)",
          [](options& o, scene_of&) { o.overlap = {3}; });
    check("picture", "picture: is flat, so that its noise cannot be estimated", [](options& o, scene_of& own) {
        o.method = deconvolution_method::wiener;
        std::fill(own.blurred.begin(), own.blurred.end(), 3);
    });
    check("balance", "balance: cannot be estimated",
          [](options& o, scene_of&) { o.method = deconvolution_method::wiener; });
    const std::vector<float> picture(30, 1), large(42, 1);
    std::vector<float> result(30);
    check_refused("psf", "psf: must be no larger than the picture, 5 x 6 points (got 6 x 7)", [&] {
        imaging::deconvolve(shared_engine(), imaging::view_of(picture, {5, 6}), imaging::view_of(large, {6, 7}),
                            imaging::view_of(result, {5, 6}));
    });
    check_refused("psf", "psf: must have as many axes as the picture, 2 (got 1)", [&] {
        imaging::deconvolve(shared_engine(), imaging::view_of(picture, {5, 6}), imaging::view_of(picture, {3}),
                            imaging::view_of(result, {5, 6}));
    });
    check_refused("result", "result: must have 5 x 6 points (got 6 x 5)", [&] {
        imaging::deconvolve(shared_engine(), imaging::view_of(picture, {5, 6}), imaging::view_of(picture, {3, 3}),
                            imaging::view_of(result, {6, 5}));
    });
    check_refused("picture", "picture: is empty (0 x 6)", [&] {
        imaging::deconvolve(shared_engine(), imaging::view_of(picture, {0, 6}), imaging::view_of(picture, {3, 3}),
                            imaging::view_of(result, {0, 6}));
    });
}

BOOST_AUTO_TEST_SUITE_END()
