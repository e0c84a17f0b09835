// Registration of pictures whose shift, rotation and scale are known.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <stockham/imaging.hpp>

#include "imaging/tests/scene.hpp"
#include "imaging/tests/shared_engine.hpp"

namespace imaging = stockham::imaging;
using imaging::registration;
using imaging::view_of;
using imaging_tests::add_noise;
using imaging_tests::scene;
using imaging_tests::shared_engine;

namespace {

constexpr std::size_t height = 128, width = 140;

registration shift(double down, double right) {
    registration r;
    r.down = down;
    r.right = right;
    return r;
}

template <class T>
registration find(const std::vector<T>& a, const std::vector<T>& b, const imaging::registration_options& options = {}) {
    const std::vector<std::size_t> shape = {height, width};
    return imaging::find_registration(shared_engine(), view_of(a, shape), view_of(b, shape), options).front();
}

double error_of(const registration& found, double down, double right) {
    return std::hypot(found.down - down, found.right - right);
}

std::string message_of(const std::function<void()>& call, const std::string& field) {
    try {
        call();
    } catch (const stockham::argument_error& e) {
        BOOST_TEST(e.field() == field, e.what());
        return e.what();
    }
    BOOST_ERROR("no argument_error with the field " + field);
    return {};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(registration_test)

BOOST_AUTO_TEST_CASE(random_shifts_with_noise) {
    const scene s(140, 1);
    auto fixed = s.picture(height, width);
    add_noise(fixed, 3, 1);
    std::mt19937 random(2);
    std::uniform_real_distribution<double> by(-12, 12);
    std::vector<registration> wanted;
    std::vector<float> moving;
    for (unsigned k = 0; k < 30; ++k) {
        wanted.push_back(shift(by(random), by(random)));
        auto one = s.picture(height, width, wanted.back());
        add_noise(one, 3, 10 + k);
        moving.insert(moving.end(), one.begin(), one.end());
    }
    for (const auto norm : {imaging::normalisation::phase, imaging::normalisation::none}) {
        imaging::registration_options options;
        options.normalisation = norm;
        std::vector<double> errors;
        constexpr std::size_t group = 5;  // as in other cases, whose kernels these are
        for (std::size_t first = 0; first < 30; first += group) {
            const float* of = &moving[first * height * width];
            const auto found = imaging::find_registration(shared_engine(), view_of(fixed, {height, width}),
                                                          view_of(of, {group, height, width}), options);
            for (std::size_t k = 0; k < group; ++k) {
                errors.push_back(error_of(found[k], wanted[first + k].down, wanted[first + k].right));
                BOOST_TEST(found[k].peak > 0.1);
            }
        }
        std::sort(errors.begin(), errors.end());
        BOOST_TEST_MESSAGE("median error " << errors[15] << " pixels, largest " << errors.back());
        BOOST_TEST(errors[15] <= 0.02);
        BOOST_TEST(errors.back() < 0.08);
    }
}

// Beyond the band of a smooth picture there are only leakage, which agrees with shift 0, and noise.
BOOST_AUTO_TEST_CASE(smooth_pictures) {
    struct spot {
        double y, x, level;
    };
    const auto picture = [](unsigned seed, double sigma, double down, double right) {
        std::mt19937 random(seed);
        std::uniform_real_distribution<double> at_y(30, 98), at_x(30, 110), level(0.5, 1);
        std::vector<spot> spots;
        for (int k = 0; k < 5; ++k) spots.push_back({at_y(random), at_x(random), level(random)});
        std::vector<double> sum(height * width);
        for (std::size_t i = 0; i < sum.size(); ++i)
            for (const spot& each : spots) {
                const double dy = static_cast<double>(i / width) - each.y - down;
                const double dx = static_cast<double>(i % width) - each.x - right;
                sum[i] += each.level * std::exp(-(dy * dy + dx * dx) / (2 * sigma * sigma));
            }
        return sum;
    };
    for (const double sigma : {4.0, 8.0, 12.0}) {
        const auto fixed = picture(1, sigma, 0, 0), moving = picture(1, sigma, 5.3, -3.6);
        const std::vector<float> a(fixed.begin(), fixed.end()), b(moving.begin(), moving.end());
        for (const registration& found : {find(fixed, moving), find(a, b)}) {
            BOOST_TEST_MESSAGE("sigma " << sigma << " dy " << found.down << " dx " << found.right << " peak "
                                        << found.peak);
            BOOST_TEST(error_of(found, 5.3, -3.6) < 0.1);
            BOOST_TEST(found.peak > 0.7);
        }
        std::vector<float> noisy_a = a, noisy_b = b;
        add_noise(noisy_a, 0.01, 3);
        add_noise(noisy_b, 0.01, 4);
        const registration found = find(noisy_a, noisy_b);
        BOOST_TEST_MESSAGE("with noise: dy " << found.down << " dx " << found.right << " peak " << found.peak);
        BOOST_TEST(error_of(found, 5.3, -3.6) < 0.3);
        BOOST_TEST(found.peak > 0.05);
    }
}

// Parts of a blurred scene that shift, with new content at the edges; and parts of unrelated scenes.
BOOST_AUTO_TEST_CASE(blurred_parts_of_a_scene) {
    const auto part_of = [](unsigned seed, std::size_t top, std::size_t left) {
        constexpr std::size_t side = 220, reach = 24;
        std::mt19937 random(seed);
        std::normal_distribution<double> normal(0, 1000);
        std::vector<double> all(side * side), lines(side * side), kernel;
        for (double& each : all) each = normal(random);
        for (std::size_t k = 0; k <= 2 * reach; ++k)
            kernel.push_back(std::exp(-std::pow((static_cast<double>(k) - reach) / 6, 2) / 2));
        std::vector<float> part(height * width);
        for (std::size_t y = 0; y < side; ++y)
            for (std::size_t x = reach; x + reach < side; ++x)
                for (std::size_t k = 0; k <= 2 * reach; ++k)
                    lines[y * side + x] += kernel[k] * all[y * side + x + k - reach];
        for (std::size_t y = 0; y < height; ++y)
            for (std::size_t x = 0; x < width; ++x) {
                double sum = 0;
                for (std::size_t k = 0; k <= 2 * reach; ++k)
                    sum += kernel[k] * lines[(y + top + k - reach) * side + x + left];
                part[y * width + x] = static_cast<float>(sum);
            }
        return part;
    };
    const auto fixed = part_of(5, 40, 40);
    const registration moved = find(fixed, part_of(5, 35, 43));
    BOOST_TEST_MESSAGE("blurred: dy " << moved.down << " dx " << moved.right << " peak " << moved.peak);
    BOOST_TEST(error_of(moved, 5, -3) < 0.1);
    BOOST_TEST(moved.peak > 0.5);
    double highest = 0;
    for (const unsigned seed : {6u, 7u, 8u}) highest = std::max(highest, find(fixed, part_of(seed, 40, 40)).peak);
    BOOST_TEST_MESSAGE("unrelated: peaks up to " << highest);
    BOOST_TEST(highest < 0.05);
}

BOOST_AUTO_TEST_CASE(a_pattern_of_noise_that_stays) {
    const scene s(140, 3);
    auto fixed = s.picture(height, width), moving = s.picture(height, width, shift(6, 0));
    add_noise(fixed, 6, 7);
    add_noise(moving, 6, 7);
    imaging::registration_options options;
    options.high = 0.12;
    const registration found = find(fixed, moving, options);
    BOOST_TEST_MESSAGE("dy " << found.down << " dx " << found.right << " peak " << found.peak);
    BOOST_TEST(error_of(found, 6, 0) < 0.1);
}

BOOST_AUTO_TEST_CASE(inverted_contrast) {
    const scene s(140, 4);
    const auto fixed = s.picture<double>(height, width);
    auto moving = s.picture<double>(height, width, shift(-3.3, 7.6));
    for (double& each : moving) each = 255 - each;
    for (const auto norm : {imaging::normalisation::phase, imaging::normalisation::none}) {
        imaging::registration_options options;
        options.normalisation = norm;
        const registration found = find(fixed, moving, options);
        BOOST_TEST(error_of(found, -3.3, 7.6) < 0.01);
        BOOST_TEST(found.inverted);
        BOOST_TEST(found.peak > 0.8);
    }
    BOOST_TEST(!find(fixed, fixed).inverted);
}

BOOST_AUTO_TEST_CASE(rotation_and_scale) {
    const scene s(140, 5);
    auto fixed = s.picture(height, width);
    add_noise(fixed, 1, 1);
    imaging::registration_options options;
    options.rotation_and_scale = true;
    std::vector<registration> wanted;
    std::vector<float> moving;
    for (const auto& [angle, scale] : {std::pair(3.0, 0.92), {-25.0, 1.07}, {170.0, 1.0}, {-0.4, 1.003}, {60.0, 1.2}}) {
        registration r = shift(2.4 - angle / 40, -3.7 + angle / 50);
        r.angle = angle;
        r.scale = scale;
        wanted.push_back(r);
        auto one = s.picture(height, width, r);
        add_noise(one, 1, 9 + static_cast<unsigned>(wanted.size()));
        moving.insert(moving.end(), one.begin(), one.end());
    }
    const auto found = imaging::find_registration(shared_engine(), view_of(fixed, {height, width}),
                                                  view_of(moving, {wanted.size(), height, width}), options);
    for (std::size_t k = 0; k < wanted.size(); ++k) {
        BOOST_TEST_MESSAGE("angle " << found[k].angle << " scale " << found[k].scale << " peak " << found[k].peak
                                    << " shift error " << error_of(found[k], wanted[k].down, wanted[k].right));
        BOOST_TEST(std::abs(found[k].angle - wanted[k].angle) < 0.1);
        BOOST_TEST(std::abs(found[k].scale / wanted[k].scale - 1) < 0.002);
        BOOST_TEST(error_of(found[k], wanted[k].down, wanted[k].right) < 0.1);
    }
}

BOOST_AUTO_TEST_CASE(masks) {
    const scene s(140, 6);
    auto fixed = s.picture(height, width), moving = s.picture(height, width, shift(9.4, -5.2));
    // A bright label in the same place of both pictures, and points without data.
    std::vector<float> mask(height * width, 1);
    for (std::size_t y = 20; y < 60; ++y)
        for (std::size_t x = 30; x < 100; ++x) {
            mask[y * width + x] = 0;
            fixed[y * width + x] = moving[y * width + x] = (x / 3 + y / 5) % 2 ? 4000.0f : 0.0f;
        }
    moving[25 * width + 40] = std::numeric_limits<float>::quiet_NaN();
    imaging::registration_options options;
    options.fixed_mask = options.moving_mask = view_of(mask, {height, width});
    const registration found = find(fixed, moving, options);
    BOOST_TEST_MESSAGE("dy " << found.down << " dx " << found.right << " peak " << found.peak);
    BOOST_TEST(error_of(found, 9.4, -5.2) < 0.05);
    BOOST_TEST(found.peak > 0.3);
}

BOOST_AUTO_TEST_CASE(drift_of_a_stack) {
    const scene s(140, 7);
    std::vector<float> stack;
    for (int k = 0; k < 5; ++k) {
        auto one = s.picture(height, width, shift(0.7 * k, -0.45 * k));
        add_noise(one, 1, 20 + static_cast<unsigned>(k));
        stack.insert(stack.end(), one.begin(), one.end());
    }
    const std::vector<std::size_t> shape = {5, height, width};
    for (const auto reference :
         {imaging::drift_reference::first, imaging::drift_reference::mean, imaging::drift_reference::neighbour})
        for (const auto edges : {imaging::alignment_edges::fill, imaging::alignment_edges::wrap}) {
            std::vector<float> aligned(stack.size());
            imaging::alignment how;
            how.output = view_of(aligned, shape);
            how.edges = edges;
            how.fill = -1;
            const auto drift = imaging::find_drift(shared_engine(), view_of(stack, shape), reference, {}, how);
            double worst = 0, difference = 0;
            const auto part = imaging::common_part(drift, height, width);
            BOOST_TEST(part.height >= height - 4);
            for (std::size_t k = 0; k < 5; ++k) {
                const double step = static_cast<double>(k);
                worst = std::max(worst, std::hypot(drift[k].down - drift[0].down - 0.7 * step,
                                                   drift[k].right - drift[0].right + 0.45 * step));
                const float* of = &aligned[k * height * width];
                if (k == 4)
                    BOOST_TEST((of[(height - 1) * width + 70] == -1) == (edges == imaging::alignment_edges::fill));
                for (std::size_t y = part.top + 4; y < part.top + part.height - 4; ++y)
                    for (std::size_t x = part.left + 4; x < part.left + part.width - 4; ++x) {
                        const double d = static_cast<double>(of[y * width + x] - aligned[y * width + x]);
                        difference += d * d;
                    }
            }
            difference = std::sqrt(difference / static_cast<double>(4 * (part.height - 8) * (part.width - 8)));
            BOOST_TEST_MESSAGE("drift error " << worst << " pixels, aligned frames differ by " << difference);
            BOOST_TEST(worst < 0.03);
            BOOST_TEST(difference < 2.5);  // the noise has deviation 1.4
        }
}

BOOST_AUTO_TEST_CASE(groups_of_a_small_memory_give_the_same) {
    const scene s(140, 8);
    std::vector<double> stack;
    for (int k = 0; k < 3; ++k) {
        const auto one = s.picture<double>(height, width, shift(1.25 * k, 2.5 * k));
        stack.insert(stack.end(), one.begin(), one.end());
    }
    imaging::engine_options little;
    little.memory = 3 << 20;
    const imaging::engine small(shared_engine().context(), shared_engine().device(), little);
    const std::vector<std::size_t> shape = {3, height, width};
    std::size_t calls = 0;
    imaging::registration_options options;
    options.progress = [&](const imaging::progress&) { return ++calls != 0; };
    for (const auto reference : {imaging::drift_reference::first, imaging::drift_reference::neighbour}) {
        const auto whole = imaging::find_drift(shared_engine(), view_of(stack, shape), reference);
        calls = 0;
        const auto parts = imaging::find_drift(small, view_of(stack, shape), reference, options);
        BOOST_TEST(calls == 3U);
        for (std::size_t k = 0; k < 3; ++k) {
            BOOST_TEST(error_of(parts[k], whole[k].down, whole[k].right) < 1e-6);
            BOOST_TEST(error_of(parts[k], 1.25 * static_cast<double>(k), 2.5 * static_cast<double>(k)) < 0.01);
        }
    }
    // Frames that are read in groups give the same bits.
    for (const auto reference :
         {imaging::drift_reference::first, imaging::drift_reference::mean, imaging::drift_reference::neighbour}) {
        std::size_t most = 0;
        const imaging::frame_source frames = {
            shape, stockham::precision::f64, [&](std::size_t first, std::size_t n, void* to) {
                most = std::max(most, n);
                std::copy_n(&stack[first * height * width], n * height * width, static_cast<double*>(to));
            }};
        const auto of_array = imaging::find_drift(small, view_of(stack, shape), reference);
        const auto of_frames = imaging::find_drift(small, frames, reference);
        BOOST_TEST(most == 1U);
        for (std::size_t k = 0; k < 3; ++k)
            BOOST_TEST((of_frames[k].down == of_array[k].down && of_frames[k].right == of_array[k].right &&
                        of_frames[k].peak == of_array[k].peak));
    }
    // The aligned frames may lie anywhere, also where later frames are read.
    const std::size_t plane = height * width;
    std::vector<double> expected(stack.size());
    imaging::alignment how;
    how.output = view_of(expected, shape);
    const auto drift = imaging::find_drift(small, view_of(stack, shape), imaging::drift_reference::first, {}, how);
    for (const std::size_t displaced : {std::size_t{0}, plane + 7}) {
        const auto check = [&](const std::function<void(const imaging::array_view& from)>& call) {
            std::vector<double> both = stack;
            both.resize(stack.size() + displaced);
            how.output = view_of(both.data() + displaced, shape);
            call(view_of(both.data(), shape));
            BOOST_TEST(std::equal(expected.begin(), expected.end(), both.data() + displaced));
        };
        check([&](const imaging::array_view& from) {
            imaging::find_drift(small, from, imaging::drift_reference::first, {}, how);
        });
        check([&](const imaging::array_view& from) { imaging::align(small, from, drift, how); });
        check([&](const imaging::array_view& from) {
            imaging::find_registration(small, view_of(stack.data(), {height, width}), from, {}, how);
        });
    }
    options.progress = [](const imaging::progress&) { return false; };
    BOOST_CHECK_THROW(imaging::find_drift(small, view_of(stack, shape), imaging::drift_reference::first, options),
                      imaging::cancelled_error);
}

BOOST_AUTO_TEST_CASE(bad_input) {
    const scene s(140, 9);
    const auto good = s.picture(height, width);
    std::vector<float> flat(good.size(), 3), broken = good, few(good.size()), small(100);
    broken[77] = std::numeric_limits<float>::infinity();
    few[5] = 1;
    using options = imaging::registration_options;
    const auto refuses = [&](const std::string& field, const std::string& text, const std::vector<float>& a,
                             const std::vector<float>& b, const options& o) {
        const std::string message = message_of([&] { find(a, b, o); }, field);
        BOOST_TEST(message.find(text) != std::string::npos, message);
    };
    refuses("moving", "cannot register, all points of picture 0 are equal", good, flat, {});
    refuses("fixed", "cannot register, all points of picture 0 are equal", flat, good, {});
    refuses("moving", "1 points of picture 0 are not finite", good, broken, {});
    options o;
    o.low = -1;
    refuses("low", "must be 0 or more", good, good, o);
    o.low = 0.3;
    o.high = 0.2;
    refuses("high", "must be above low", good, good, o);
    o.low = 0.011;
    o.high = 0.0115;
    refuses("high", "there is no frequency in the band", good, good, o);
    o = {};
    o.fixed_mask = view_of(few, {height, width});
    refuses("fixed_mask", "only 1 points of the mask are not 0", good, good, o);
    o.fixed_mask = view_of(small, {10, 10});
    refuses("fixed_mask", "has 10 x 10 points, but the pictures have", good, good, o);
    o.fixed_mask = view_of(good, {height, width});
    o.rotation_and_scale = true;
    refuses("rotation_and_scale", "not together with masks", good, good, o);
    const auto& e = shared_engine();
    message_of(
        [&] {
            imaging::find_registration(e, view_of(small, {10, 10}), view_of(good, {height, width}));
        },
        "fixed");
    message_of([&] { imaging::find_registration(e, view_of(good, {height, width}), {}); }, "moving");
    message_of(
        [&] {
            imaging::find_drift(e, view_of(good, {1, 1, height, width}), imaging::drift_reference::first);
        },
        "stack");
    message_of([&] { imaging::find_drift(e, imaging::frame_source{}, imaging::drift_reference::first); }, "stack");
    message_of([&] { imaging::align(e, view_of(good, {height, width}), {}, {}); }, "registrations");
    message_of([&] { imaging::align(e, view_of(good, {height, width}), {registration()}, {}); }, "output");
    imaging::alignment wrap;
    wrap.output = view_of(broken, {height, width});
    wrap.edges = imaging::alignment_edges::wrap;
    registration turned;
    turned.angle = 3;
    message_of([&] { imaging::align(e, view_of(good, {height, width}), {turned}, wrap); }, "registrations");
}

BOOST_AUTO_TEST_CASE(the_common_part) {
    const auto part = imaging::common_part({shift(0, 0), shift(2.5, -3)}, 20, 30);
    BOOST_TEST(part.top == 0U);
    BOOST_TEST(part.height == 17U);
    BOOST_TEST(part.left == 3U);
    BOOST_TEST(part.width == 27U);
    BOOST_TEST(imaging::common_part({shift(40, 0)}, 20, 30).height == 0U);
    registration turned;
    turned.angle = 10;
    const auto inside = imaging::common_part({turned}, 100, 100);
    BOOST_TEST(inside.height > 70U);
    BOOST_TEST(inside.height < 95U);
}

BOOST_AUTO_TEST_SUITE_END()
