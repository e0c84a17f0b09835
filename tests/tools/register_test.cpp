// `stockham register` on shifts that are known: a phase ramp on the spectrum of a band-limited picture.
#include <cstdio>

#include "registration.hpp"
#include "support.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

using spectrum = std::vector<std::complex<double>>;

double signed_frequency(std::size_t k, std::size_t n) {
    const double share = static_cast<double>(k) / static_cast<double>(n);
    return 2 * k > n ? share - 1 : share;
}

// A picture's spectrum: noise up to a third of a cycle per pixel, falling with the frequency.
struct scene {
    std::size_t width, height;
    spectrum points;
};

scene make_scene(std::size_t width, std::size_t height, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    spectrum values(width * height);
    for (auto& v : values) v = normal(random);
    values = plain_dft(values, {height, width}, {0, 1}, -1);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double f = std::hypot(signed_frequency(i / width, height), signed_frequency(i % width, width));
        values[i] *= f < 1.0 / 3 ? 1 / (0.02 + f) : 0;
    }
    return {width, height, values};
}

// A part of the scene after a shift around its edges, as a grey picture of 16 bits.
picture take(const scene& s, double down, double right, std::size_t width, std::size_t height) {
    const double turn = 2 * std::acos(-1.0);
    spectrum values = s.points;
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] *= std::polar(1.0, -turn * (signed_frequency(i / s.width, s.height) * down +
                                              signed_frequency(i % s.width, s.width) * right));
    values = plain_dft(values, {s.height, s.width}, {0, 1}, 1);
    double power = 0;
    for (const auto& v : s.points) power += std::norm(v);
    const double level = 6000 / std::sqrt(power);
    picture image = make_picture("test", width, height, 1, 16);
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x) {
            const std::size_t place = (y + (s.height - height) / 2) * s.width + x + (s.width - width) / 2;
            image.samples[y * width + x] =
                static_cast<std::uint16_t>(std::clamp(std::lround(32768 + level * values[place].real()), 0L, 65535L));
        }
    return image;
}

shift run_register(const scratch_folder& folder, const picture& a, const picture& b, const std::string& options = "") {
    write_bytes(folder / "a.png", encode_png(a));
    write_bytes(folder / "b.png", encode_png(b));
    const outcome o = run(folder, "$S register a.png b.png " + options);
    BOOST_TEST(o.code == 0, o.err);
    BOOST_TEST(o.err == "");
    shift s;
    BOOST_REQUIRE(std::sscanf(o.out.c_str(), "dy %lf dx %lf peak %lf", &s.down, &s.right, &s.peak) == 3);
    return s;
}

void expect_shift(const shift& found, double down, double right, double tolerance) {
    BOOST_TEST_MESSAGE("shift " << down << ", " << right << ": found " << found.down << ", " << found.right << ", peak "
                                << found.peak);
    BOOST_TEST(std::abs(found.down - down) < tolerance);
    BOOST_TEST(std::abs(found.right - right) < tolerance);
}

const std::vector<std::pair<double, double>> shifts = {{0, 0},       {0.25, -0.4},  {3.5, -7.25},
                                                       {-11.1, 5.7}, {20.37, 18.9}, {-0.05, 0.5}};

}  // namespace

BOOST_AUTO_TEST_SUITE(registering)

BOOST_AUTO_TEST_CASE(shifts_around_the_edges) {
    const scratch_folder folder;
    const scene s = make_scene(101, 97, 1);
    const picture a = take(s, 0, 0, 101, 97);
    for (const auto& [down, right] : shifts) {
        const picture b = take(s, down, right, 101, 97);
        expect_shift(run_register(folder, a, b, "--no-window"), down, right, 0.05);
        expect_shift(run_register(folder, a, b), down, right, 0.05);
    }
}

// What a camera sees: other things come into the picture, and nothing goes on at the opposite edge.
BOOST_AUTO_TEST_CASE(shifts_of_a_part) {
    const scratch_folder folder;
    const scene s = make_scene(160, 150, 2);
    const picture a = take(s, 0, 0, 96, 90);
    for (const auto& [down, right] : shifts)
        expect_shift(run_register(folder, a, take(s, down, right, 96, 90)), down, right, 0.05);
}

BOOST_AUTO_TEST_CASE(the_aligned_picture_lies_on_the_first) {
    const scratch_folder folder;
    const scene s = make_scene(64, 61, 3);
    const picture a = take(s, 0, 0, 64, 61);
    run_register(folder, a, take(s, 2.3, -4.6, 64, 61), "--no-window -o aligned.png");
    const picture aligned = read_picture(folder / "aligned.png");
    BOOST_REQUIRE(aligned.samples.size() == a.samples.size());
    double error = 0;
    for (std::size_t i = 0; i < a.samples.size(); ++i) error += std::pow(double(a.samples[i]) - aligned.samples[i], 2);
    error = std::sqrt(error / static_cast<double>(a.samples.size()));
    BOOST_TEST_MESSAGE("root mean square difference " << error << " of 65535, the picture's own deviation is 6000");
    BOOST_TEST(error < 60);
}

BOOST_AUTO_TEST_CASE(a_picture_lies_on_itself) {
    const scratch_folder folder;
    for (const unsigned channels : {1u, 3u}) {
        const picture image = random_picture(53, 50, channels, 8, channels);
        const shift s = run_register(folder, image, image);
        expect_shift(s, 0, 0, 1e-9);
        BOOST_TEST(s.peak > 0.999);
    }
    const shift other = run_register(folder, random_picture(53, 50, 1, 8, 3), random_picture(53, 50, 1, 8, 4));
    BOOST_TEST(other.peak < 0.2);
}

BOOST_AUTO_TEST_CASE(what_has_no_structure_is_refused) {
    const scratch_folder folder;
    write_bytes(folder / "black.png", encode_png(make_picture("test", 9, 7, 1, 8)));
    write_bytes(folder / "noise.png", encode_png(random_picture(9, 7, 1, 8, 5)));
    expect_failure(folder, "$S register black.png noise.png", 1, "the same everywhere");
    expect_failure(folder, "$S register noise.png black.png", 1, "the same everywhere");
    // What varies along one axis only tells nothing of the other, and a line has only one.
    picture stripes = make_picture("test", 40, 30, 1, 8), moved = stripes;
    for (std::size_t i = 0; i < stripes.samples.size(); ++i) {
        stripes.samples[i] = static_cast<std::uint16_t>(i % 40 * 37 % 200);
        moved.samples[i] = static_cast<std::uint16_t>((i % 40 + 33) % 40 * 37 % 200);
    }
    expect_shift(run_register(folder, stripes, moved, "--no-window"), 0, 7, 0.01);
    expect_shift(run_register(folder, random_picture(31, 1, 1, 8, 6), random_picture(31, 1, 1, 8, 6)), 0, 0, 1e-9);
}

BOOST_AUTO_TEST_SUITE_END()
