// `stockham register` with known shifts: a phase ramp on the spectrum of a band-limited picture.
#include <cstdio>

#include <stockham/imaging/registration.hpp>

#include "engine.hpp"
#include "format/geo_tags.hpp"
#include "image/plane.hpp"
#include "picture_files.hpp"
#include "support.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;
using shift = stockham::imaging::registration;

namespace {

using spectrum = std::vector<std::complex<double>>;

double signed_frequency(std::size_t k, std::size_t n) {
    return (static_cast<double>(k) - (2 * k > n ? static_cast<double>(n) : 0)) / static_cast<double>(n);
}

// The spectrum of a picture: noise up to a third of a cycle per pixel, falling with the frequency.
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

// A part of the scene after a cyclic shift, as a grey picture of 16 bits.
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
    picture image = make_picture("test", width, height, 1, sample_type::u16);
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x) {
            const std::size_t place = (y + (s.height - height) / 2) * s.width + x + (s.width - width) / 2;
            image.set(y * width + x, static_cast<std::uint16_t>(
                                         std::clamp(std::lround(32768 + level * values[place].real()), 0L, 65535L)));
        }
    return image;
}

// `unknown`: the unknown part of the shift.
shift run_register(const scratch_folder& folder, const picture& a, const picture& b, const std::string& options = "",
                   const std::string& unknown = "") {
    write_bytes(folder / "a.png", encode_png(a));
    write_bytes(folder / "b.png", encode_png(b));
    const outcome o = run(folder, "$S register a.png b.png --min-peak 0 " + options);
    BOOST_TEST(o.code == 0, o.err);
    if (unknown.empty())
        BOOST_TEST(o.err == "");
    else
        BOOST_TEST(o.err.find(unknown + " is not known") != std::string::npos);
    shift s;
    BOOST_REQUIRE(std::sscanf(o.out.c_str(), "dy %lf dx %lf peak %lf", &s.down, &s.right, &s.peak) == 3);
    return s;
}

// The same by the library, in this process: its kernels are compiled once for all pictures of a size.
shift found_shift(const picture& a, const picture& b, bool window = true) {
    // Never freed: some OpenCL implementations must not be called after main().
    static const auto* shared = new engine("");
    const real_plane fixed = scaled_luminance(a), moving = scaled_luminance(b);
    const std::vector<std::size_t> shape = {a.height, a.width};
    stockham::imaging::registration_options options;
    options.window = window;
    return stockham::imaging::find_registration(shared->imaging(), stockham::imaging::view_of(fixed.values, shape),
                                                stockham::imaging::view_of(moving.values, shape), options)
        .front();
}

void expect_shift(const shift& found, double down, double right, double tolerance) {
    BOOST_TEST_MESSAGE("shift " << down << ", " << right << ": found " << found.down << ", " << found.right << ", peak "
                                << found.peak);
    BOOST_TEST(std::abs(found.down - down) < tolerance);
    BOOST_TEST(std::abs(found.right - right) < tolerance);
}

const std::vector<std::pair<double, double>> shifts = {{0, 0},       {0.25, -0.4},  {3.5, -7.25},
                                                       {-11.1, 5.7}, {20.37, 18.9}, {-0.05, 0.5}};

// GeoTIFF's tie point: the point (x, y) of the picture is the origin of the map.
exif_entry tie_point(double x, double y) {
    return {geo_tie_points, 12, 6, as_bytes<double>({x, y, 0, 0, 0, 0})};
}

std::pair<double, double> tie_point_in(const picture& page) {
    BOOST_REQUIRE(page.metadata.geo.size() == 1u);
    double point[2];
    std::memcpy(point, page.metadata.geo[0].value.data(), sizeof point);
    return {point[0], point[1]};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(registering)

BOOST_AUTO_TEST_CASE(shifts_around_the_edges) {
    const scene s = make_scene(96, 90, 1);
    const picture a = take(s, 0, 0, 96, 90);
    for (const auto& [down, right] : shifts) {
        const picture b = take(s, down, right, 96, 90);
        expect_shift(found_shift(a, b, false), down, right, 0.05);
        expect_shift(found_shift(a, b), down, right, 0.05);
    }
}

// As with a camera: new content enters the picture, and nothing wraps around.
BOOST_AUTO_TEST_CASE(shifts_of_a_part) {
    const scene s = make_scene(160, 150, 2);
    const picture a = take(s, 0, 0, 96, 90);
    for (const auto& [down, right] : shifts)
        expect_shift(found_shift(a, take(s, down, right, 96, 90)), down, right, 0.05);
}

// Odd lengths.
BOOST_AUTO_TEST_CASE(the_aligned_picture_lies_on_the_first) {
    const scratch_folder folder;
    const scene s = make_scene(63, 45, 3);
    const picture a = take(s, 0, 0, 63, 45);
    run_register(folder, a, take(s, 2.3, -4.6, 63, 45), "--no-window -o aligned.png");
    const picture aligned = read_picture(folder / "aligned.png");
    BOOST_REQUIRE(aligned.samples() == a.samples());
    double error = 0;
    for (std::size_t i = 0; i < a.samples(); ++i) error += std::pow(double(a.at(i)) - aligned.at(i), 2);
    error = std::sqrt(error / static_cast<double>(a.samples()));
    BOOST_TEST_MESSAGE("root mean square difference " << error << " of 65535, the picture's own deviation is 6000");
    BOOST_TEST(error < 60);
}

BOOST_AUTO_TEST_CASE(a_picture_lies_on_itself, *boost::unit_test::label("quick")) {
    const scratch_folder folder;
    for (const unsigned channels : {1u, 3u}) {
        const picture image = random_picture(96, 90, channels, 8, channels);
        const shift s = run_register(folder, image, image);
        expect_shift(s, 0, 0, 1e-9);
        BOOST_TEST(s.peak > 0.999);
    }
}

// With any window and size, and with few frequencies to compare.
BOOST_AUTO_TEST_CASE(what_chance_agrees_in_is_no_peak) {
    double highest = 0;
    for (const auto& [width, height] :
         {std::pair<std::size_t, std::size_t>{63, 45}, {96, 90}, {9, 7}, {3, 3}, {5, 1}, {1, 40}, {2, 1}})
        for (const unsigned seed : {3u, 5u})
            for (const bool window : {true, false}) {
                const unsigned bits = seed == 3 ? 8 : 16;
                const shift s = found_shift(random_picture(width, height, 1, bits, seed),
                                            random_picture(width, height, 1, bits, seed + 1), window);
                highest = std::max(highest, s.peak);
            }
    BOOST_TEST_MESSAGE("unrelated noise: peaks up to " << highest);
    BOOST_TEST(highest < 0.05);
}

// Textures of one level on grey: the shift is right, but not certain against noise.
BOOST_AUTO_TEST_CASE(weak_textures) {
    const std::size_t width = 150, height = 140;
    for (const unsigned bits : {8u, 16u}) {
        std::mt19937 random(bits);
        picture dots = make_picture("test", width, height, 1, type_of(bits)), disc = dots;
        for (std::size_t i = 0; i < dots.samples(); ++i) {
            const double y = static_cast<double>(i / width) - 66, x = static_cast<double>(i % width) - 71;
            dots.set(i, static_cast<std::uint16_t>(dots.white() / 2 + (random() % 50 == 0 ? 1 : 0)));
            disc.set(i, static_cast<std::uint16_t>(disc.white() / 2 + (x * x + y * y < 200 ? 1 : 0)));
        }
        const auto part = [&](const picture& from, std::size_t down, std::size_t right) {
            picture image = make_picture("test", 96, 90, 1, type_of(bits));
            for (std::size_t i = 0; i < image.samples(); ++i)
                image.set(i, from.at((i / 96 + 20 - down) * width + i % 96 + 20 - right));
            return image;
        };
        for (const picture& texture : {dots, disc}) {
            const shift s = found_shift(part(texture, 0, 0), part(texture, 5, 7));
            expect_shift(s, 5, 7, 0.01);
            BOOST_TEST(s.peak > 0.9);
            for (const bool window : {true, false}) {
                const shift other = found_shift(part(texture, 0, 0), random_picture(96, 90, 1, bits, 5), window);
                BOOST_TEST_MESSAGE("one level of " << bits << " bits against noise: peak " << other.peak);
                BOOST_TEST(other.peak < 0.05);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(what_has_no_structure_is_refused) {
    const scratch_folder folder;
    const picture noise = random_picture(96, 90, 3, 8, 5);
    picture flat;
    for (const unsigned bits : {8u, 16u})
        for (const unsigned channels : {1u, 3u})
            for (const int level : {0, 7, 128, 200}) {
                flat = make_picture("test", 96, 90, channels, type_of(bits));
                for (std::size_t i = 0; i < flat.samples(); ++i)
                    flat.set(i, static_cast<std::uint16_t>(level * (bits == 8 ? 1 : 257) + 3 * (i % channels)));
                for (const bool window : {true, false})
                    for (const auto& [a, b] :
                         {std::pair<const picture*, const picture*>(&flat, &noise), {&noise, &flat}, {&flat, &flat}})
                        BOOST_CHECK_EXCEPTION(found_shift(*a, *b, window), stockham::argument_error,
                                              [](const stockham::argument_error& e) {
                                                  return std::string(e.what()).find("cannot register") !=
                                                         std::string::npos;
                                              });
            }
    write_bytes(folder / "flat.png", encode_png(flat));
    write_bytes(folder / "noise.png", encode_png(noise));
    for (const std::string files : {"flat.png noise.png", "noise.png flat.png", "flat.png flat.png --no-window"})
        expect_failure(folder, "$S register " + files, 1, "flat.png: cannot register");
    write_bytes(folder / "pixel.png", encode_png(random_picture(1, 1, 1, 8, 5)));
    expect_failure(folder, "$S register pixel.png pixel.png", 1, "pixel.png: cannot register");
    // A dot that the window removes.
    picture corner = make_picture("test", 96, 90, 1, sample_type::u8);
    corner.set(0, 1);
    write_bytes(folder / "corner.png", encode_png(corner));
    expect_failure(folder, "$S register corner.png noise.png", 1, "above the rounding errors");
}

// A peak below --min-peak is a failure: no shift is printed and no aligned picture is written.
BOOST_AUTO_TEST_CASE(a_low_peak_is_a_failure) {
    const scratch_folder folder;
    const scene s = make_scene(96, 90, 4);
    write_bytes(folder / "a.png", encode_png(take(s, 0, 0, 96, 90)));
    write_bytes(folder / "b.png", encode_png(take(s, 3, -5, 96, 90)));
    write_bytes(folder / "other.png", encode_png(take(make_scene(96, 90, 5), 0, 0, 96, 90)));
    const outcome good = run(folder, "$S register a.png b.png");
    BOOST_TEST(good.code == 0);
    BOOST_TEST(good.out.find("dy 3.0") == 0u, good.out);
    expect_failure(folder, "$S register a.png other.png -o x.png", 1, "no shift explains the difference: the best one");
    expect_failure(folder, "$S register a.png other.png", 1, "is below 0.05 (see --min-peak)");
    BOOST_TEST(run(folder, "$S register a.png other.png --min-peak 0 --clip -o low.png").code == 0);
    expect_failure(folder, "$S register a.png b.png --min-peak 1", 1, "is below 1 (see --min-peak)");
    for (const char* wrong : {"-0.1", "1.1", "x"})
        expect_failure(folder, std::string("$S register a.png b.png --min-peak ") + wrong, 2, "--min-peak");
    BOOST_TEST(folder.listing() == "a.png b.png low.png other.png");
}

BOOST_AUTO_TEST_CASE(stripes_tell_of_one_axis) {
    const scratch_folder folder;
    // A picture that varies along one axis only gives no shift along the other. A line has only one axis.
    picture stripes = make_picture("test", 96, 90, 1, sample_type::u8), moved = stripes;
    for (std::size_t i = 0; i < stripes.samples(); ++i) {
        stripes.set(i, static_cast<std::uint16_t>(i % 96 * 37 % 200));
        moved.set(i, static_cast<std::uint16_t>((i % 96 + 89) % 96 * 37 % 200));
    }
    const shift s = run_register(folder, stripes, moved, "--no-window", "dy");
    expect_shift(s, 0, 7, 0.01);
    BOOST_TEST(s.peak > 0.99);
    for (const std::string option : {"", "--no-window"}) {
        const shift other = run_register(folder, stripes, random_picture(96, 90, 1, 8, 7), option, "dy");
        BOOST_TEST(other.down == 0);
        BOOST_TEST(other.peak < 0.05);
    }
    picture turned = make_picture("test", 96, 90, 1, sample_type::u8);
    for (std::size_t i = 0; i < turned.samples(); ++i) turned.set(i, static_cast<std::uint16_t>(i / 96 * 37 % 200));
    write_bytes(folder / "stripes.png", encode_png(stripes));
    write_bytes(folder / "turned.png", encode_png(turned));
    expect_failure(folder, "$S register stripes.png turned.png", 1, "do not vary along the same axis");
    expect_shift(run_register(folder, random_picture(1, 40, 1, 8, 6), random_picture(1, 40, 1, 8, 6)), 0, 0, 1e-9);
}

// Pages that drift: a table, and pages moved back that are cropped or filled.
BOOST_AUTO_TEST_CASE(a_stack_that_drifts) {
    const scratch_folder folder;
    const scene s = make_scene(120, 116, 6);
    std::vector<picture> pages;
    for (int k = 0; k < 3; ++k) {
        pages.push_back(take(s, 1.5 * k, -2.0 * k, 96, 90));
        write_bytes(folder / ("p" + std::to_string(k) + ".png"), encode_png(pages.back()));
    }
    for (picture& page : pages) page.metadata.geo = {tie_point(100, 50)};
    written_and_read(folder / "stack.tif", pages);
    for (const std::string reference : {"first", "mean", "neighbour"}) {
        const outcome o = run(folder, "$S register stack.tif --reference " + reference +
                                          " --table drift.csv -o crop.tif --edges crop --clip");
        BOOST_TEST(o.code == 0, o.err);
        double dy[3], dx[3];
        BOOST_REQUIRE(std::sscanf(o.out.c_str(), "dy %lf dx %lf peak %*f\ndy %lf dx %lf peak %*f\ndy %lf dx %lf",
                                  &dy[0], &dx[0], &dy[1], &dx[1], &dy[2], &dx[2]) == 6);
        for (int k = 0; k < 3; ++k) {
            BOOST_TEST(std::abs(dy[k] - dy[0] - 1.5 * k) < 0.03);
            BOOST_TEST(std::abs(dx[k] - dx[0] + 2.0 * k) < 0.03);
        }
        const auto table = read_bytes(folder / "drift.csv");
        BOOST_TEST(std::string(table.begin(), table.end()).find("page,dy,dx,angle,scale,peak,inverted\n1,") == 0u);
        picture_source crop(folder / "crop.tif");
        BOOST_TEST(crop.pages() == 3u);
        BOOST_TEST(crop.page(2).height <= 87u);
        BOOST_TEST(crop.page(2).width <= 92u);
        // A place of the map stays where it is in the picture; the first whole pixels of the cropped part vary.
        const auto first = tie_point_in(crop.page(0)), last = tie_point_in(crop.page(2));
        BOOST_TEST(std::abs(last.first - first.first + dx[2] - dx[0]) < 2e-3);
        BOOST_TEST(std::abs(last.second - first.second + dy[2] - dy[0]) < 2e-3);
        const double left = 100 - first.first - dx[0];
        BOOST_TEST(std::abs(left - std::round(left)) < 1e-3);
    }
    expect_success(folder, "$S register stack.tif --reference first --table d.json -o fill.tif --fill 9 --clip");
    const auto json = read_bytes(folder / "d.json");
    BOOST_TEST(std::string(json.begin(), json.end()).find("\"page\": 3, \"dy\": ") != std::string::npos);
    picture_source fill(folder / "fill.tif");
    BOOST_TEST(fill.page(2).at(89 * 96 + 40) == 9);
    const outcome of_pages = run(folder, "$S register stack.tif --reference neighbour --page 2-3");
    const outcome of_frames = run(folder, "$S register 'p[12].png' --stack --reference neighbour");
    BOOST_TEST((of_frames.code == 0 && of_frames.out.find("dy 0.000 dx") == 0), of_frames.err);
    BOOST_TEST(of_frames.out == of_pages.out);
    expect_failure(folder, "$S register stack.tif", 2, "B is required, or --reference for the pages of A");
    expect_failure(folder, "$S register stack.tif --reference last", 2, "--reference");
    expect_failure(folder, "$S register stack.tif p0.png --reference mean", 2, "--reference: has no effect with B");
    expect_failure(folder, "$S register p0.png p1.png --edges crop", 2, "--edges: has no effect without --output");
    expect_failure(folder, "$S register p0.png p1.png --band 0.2 0.1", 2, "--band: F1 must be");
    expect_failure(folder, "$S register p0.png p1.png --band 0.001 0.0011", 1, "no frequency in the band");
    expect_failure(folder, "$S register p0.png p1.png -o x.png --edges wrap --rotation-scale", 2, "--edges: a turned");
    write_bytes(folder / "small.png", encode_png(random_picture(9, 9, 1, 8, 1)));
    expect_failure(folder, "$S register p0.png p1.png --mask-a small.png", 1, "small.png: has 9 x 9 points");
    expect_failure(folder, "$S register small.png small.png --rotation-scale", 1, "at least 32 x 32");
}

BOOST_AUTO_TEST_CASE(turns_are_printed) {
    const scratch_folder folder;
    const picture a = take(make_scene(96, 96, 7), 0, 0, 96, 96);
    picture b = a;
    for (std::size_t y = 0; y < 96; ++y)
        for (std::size_t x = 0; x < 96; ++x) b.set(y * 96 + x, a.at(x * 96 + 95 - y));
    write_bytes(folder / "a.png", encode_png(a));
    write_bytes(folder / "b.png", encode_png(b));
    const outcome o = run(folder, "$S register a.png b.png --rotation-scale");
    double dy = 9, dx = 9, angle = 0, scale = 0;
    BOOST_REQUIRE_MESSAGE(
        std::sscanf(o.out.c_str(), "dy %lf dx %lf angle %lf scale %lf", &dy, &dx, &angle, &scale) == 4, o.err);
    BOOST_TEST(std::hypot(dy, dx) < 0.1);
    BOOST_TEST(std::abs(angle - 90) < 0.1);
    BOOST_TEST(std::abs(scale - 1) < 0.002);
}

BOOST_AUTO_TEST_SUITE_END()
