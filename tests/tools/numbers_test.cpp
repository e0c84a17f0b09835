// Convolutions, filters and windows against scipy's numbers (expected/make.py).
#include <stockham/imaging.hpp>
#include <stockham/stockham.hpp>

#include "engine.hpp"
#include "expected.hpp"
#include "figures.hpp"
#include "image/kernel.hpp"
#include "image/page_view.hpp"
#include "image/picture_sink.hpp"

namespace imaging = stockham::imaging;
using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

// The largest difference, relative to the largest expected value.
template <class T>
double difference(const planes_of<T>& a, const planes_of<double>& expected) {
    BOOST_REQUIRE(a.values.size() == expected.values.size());
    double worst = 0, largest = 0;
    for (std::size_t i = 0; i < a.values.size(); ++i) {
        worst = std::max(worst, std::abs(static_cast<double>(a.values[i]) - expected.values[i]));
        largest = std::max(largest, std::abs(expected.values[i]));
    }
    return worst / largest;
}

template <class T>
planes_of<T> in_precision(const planes_of<double>& p) {
    planes_of<T> out(p.width, p.height, p.count);
    std::transform(p.values.begin(), p.values.end(), out.values.begin(), [](double v) { return static_cast<T>(v); });
    return out;
}

constexpr double single_precision = 1e-6, double_precision = 1e-13;
const char* const modes[] = {"reflect", "nearest", "mirror", "constant", "wrap"};

// An option of a struct by its name and word.
template <class Options>
void set_option(Options& options, const std::string& name, const imaging::option_value& value) {
    for (const auto& each : imaging::options_of<Options>())
        if (each.name == name) return each.set(options, value);
    throw std::logic_error(name);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(numbers)

// The weights of `kernel` in one precision.
template <class T>
void check_convolution(const engine& e, const std::string& kernel, const std::string& mode, bool correlate) {
    const auto weights = in_precision<T>(expected_numbers("kernel_" + kernel));
    const std::string name = (correlate ? "correlate_" : "convolve_") + kernel + "_" + mode;
    const auto in = in_precision<T>(expected_numbers("picture"));
    planes_of<T> out(in.width, in.height);
    imaging::convolve_options options;
    options.correlate = correlate;
    set_option(options, "boundary", mode);
    imaging::convolve(e.imaging(), view_of(in), view_of(weights), view_of(out), options);
    BOOST_TEST(difference(out, expected_numbers(name)) < (sizeof(T) == 4 ? single_precision : double_precision), name);
}

// A kernel with even sides has no middle, an asymmetric one shows directions, and a long one reaches far beyond the
// edges. Each combination of a frame, a precision and a direction compiles kernels; the tests of convolve have more
// with zeros beyond.
BOOST_AUTO_TEST_CASE(convolutions_are_those_of_scipy) {
    const engine e("");
    for (const std::string mode : modes) {
        for (const bool correlate : {false, true}) check_convolution<float>(e, "even", mode, correlate);
        if (mode == "constant") continue;
        check_convolution<float>(e, "gaussian", mode, false);
        if (e.description().fp64 == stockham::double_support::none) {
            check_convolution<float>(e, "asymmetric", mode, false);
        } else {
            check_convolution<double>(e, "asymmetric", mode, false);
            if (mode == "wrap") check_convolution<double>(e, "asymmetric", mode, true);
        }
    }
}

BOOST_AUTO_TEST_CASE(filters_are_those_of_scipy) {
    const engine e("");
    const auto p = in_precision<float>(expected_numbers("picture"));
    imaging::filter_options options;
    options.low_pass = 0.1;
    for (const std::string mode : modes) {
        set_option(options, "boundary", mode);
        planes_of<float> out(p.width, p.height);
        imaging::filter(e.imaging(), view_of(p), view_of(out), options);
        BOOST_TEST(difference(out, expected_numbers("filter_" + mode)) < single_precision, mode);
    }
}

// The real part of numpy's result is that of a mask which is symmetric.
BOOST_AUTO_TEST_CASE(bands_by_size_stripes_and_masks) {
    const scratch_folder folder;
    const std::string numbers = expected_folder() + "numbers/";
    for (const auto& [name, options] :
         {std::pair<std::string, std::string>{"sizes", "--large 6 --small 1.5 --boundary wrap"},
          {"horizontal", "--stripes horizontal --radius 0.1 --boundary wrap"},
          {"vertical", "--stripes vertical --radius 0.1 --boundary wrap"},
          {"mask", "--mask " + numbers + "mask.npy"}}) {
        expect_success(folder, "$S filter " + numbers + "picture.npy -o out.npy " + options);
        const auto out = take_channels<double>(read_picture(folder / "out.npy"));
        BOOST_TEST(difference(out, expected_numbers("filter_" + name)) < single_precision, name);
    }
    expect_failure(folder, "$S filter " + numbers + "picture.npy -o x.npy --mask " + numbers + "kernel_even.npy", job,
                   "kernel_even.npy: must have 11 x 14 points (got 4 x 6)");
    expect_failure(folder, "$S filter " + numbers + "picture.npy -o x.npy --large 3 --small 4", usage,
                   "--small: must be smaller than large (got 4 and 3)");
}

// Three patterns in noise. Without them, there are no peaks.
BOOST_AUTO_TEST_CASE(peaks_are_found_and_removed) {
    struct pattern {
        double u, v, amplitude;
    };
    const pattern patterns[] = {{0.2013, 0.3021, 9}, {-0.31, 0.137, 6}, {0.25, 0, 5}};
    real_plane noise(120, 90), p = noise;
    std::mt19937 random(7);
    std::normal_distribution<float> normal(100, 3);
    const double turn = 2 * std::acos(-1.0);
    for (std::size_t i = 0; i < p.values.size(); ++i) {
        noise.values[i] = p.values[i] = normal(random);
        const auto x = static_cast<double>(i % p.width), y = static_cast<double>(i / p.width);
        for (const pattern& k : patterns)
            p.values[i] += static_cast<float>(k.amplitude * std::cos(turn * (k.u * x + k.v * y) + 1));
    }
    const scratch_folder folder;
    write_bytes(folder / "in.npy", npy_bytes("<f4", "(90, 120)", as_bytes(p.values)));
    write_bytes(folder / "noise.npy", npy_bytes("<f4", "(90, 120)", as_bytes(noise.values)));
    const outcome listed = run(folder, "$S spectrum in.npy --peaks 5");
    BOOST_TEST(std::count(listed.out.begin(), listed.out.end(), '\n') == 3, listed.out);
    BOOST_TEST(listed.out.find("--notch 0.20") == 0u, listed.out);
    const outcome removed = run(folder, "$S filter in.npy -o out.npy --remove-periodic");
    BOOST_TEST(removed.code == 0, removed.err);
    BOOST_TEST(std::count(removed.err.begin(), removed.err.end(), '\n') == 3, removed.err);
    const real_plane out = take_channels<float>(read_picture(folder / "out.npy"));
    const auto distance = [&](const real_plane& a) {
        double sum = 0;
        for (std::size_t i = 0; i < a.values.size(); ++i) sum += std::pow(a.values[i] - noise.values[i], 2);
        return std::sqrt(sum / static_cast<double>(a.values.size()));
    };
    BOOST_TEST(distance(out) < 0.25 * distance(p), distance(p) << " becomes " << distance(out));
    expect_failure(folder, "$S filter noise.npy -o x.npy --remove-periodic", job, "--remove-periodic finds no peaks");
}

// Input, spectrum and output side by side. The red outline is where the gain falls below 1/2: 0.1 cycles per pixel.
BOOST_AUTO_TEST_CASE(a_view_shows_what_a_filter_does) {
    const scratch_folder folder;
    const picture image = random_picture(40, 30, 3, 8, 1);
    write_bytes(folder / "in.png", encode_png(image));
    expect_success(folder, "$S filter in.png -o out.png --low-pass 0.1 --view view.png");
    const picture view = read_picture(folder / "view.png"), out = read_picture(folder / "out.png");
    BOOST_REQUIRE(view.width == 3 * 40 + 2 * 8);
    BOOST_REQUIRE(view.height == 30u);
    const auto is_red = [&](std::size_t x, std::size_t y) {
        return view.at(3 * (y * view.width + x)) == 255 && view.at(3 * (y * view.width + x) + 1) == 32;
    };
    for (std::size_t y = 0; y < 30; ++y)
        for (std::size_t x = 0; x < 40; ++x) {
            for (std::size_t c = 0; c < 3; ++c) {
                BOOST_TEST_REQUIRE(view.at(3 * (y * view.width + x) + c) == image.at(3 * (y * 40 + x) + c));
                BOOST_TEST_REQUIRE(view.at(3 * (y * view.width + x + 96) + c) == out.at(3 * (y * 40 + x) + c));
            }
            const double f = std::hypot((static_cast<double>(x) - 20) / 40, (static_cast<double>(y) - 15) / 30);
            if (is_red(48 + x, y)) BOOST_TEST(std::abs(f - 0.1) < 1.0 / 30);
        }
    BOOST_TEST(is_red(48 + 20 + 5, 15));
    BOOST_TEST(!is_red(48 + 20 + 4, 15));
    // The kernels of this size are those of the tests of convolve.
    write_bytes(folder / "larger.png", encode_png(random_picture(58, 46, 3, 8, 1)));
    expect_success(folder, "$S convolve larger.png box:3 -o out.png --view view.jpg");
    BOOST_TEST(read_picture(folder / "view.jpg").width == 3 * 58 + 2 * 8u);
}

// The parts of the other commands' views: each sample of `part`, `left` pixels from the left.
void expect_part(const picture& view, const picture& part, std::size_t left) {
    BOOST_REQUIRE(view.height == part.height);
    std::size_t wrong = 0;
    for (std::size_t y = 0; y < part.height; ++y)
        for (std::size_t x = 0; x < part.width; ++x)
            for (std::size_t c = 0; c < 3; ++c)
                wrong += view.at(3 * (y * view.width + x + left) + c) !=
                         part.at(part.channels * (y * part.width + x) + (part.channels == 3 ? c : 0));
    BOOST_TEST(wrong == 0u);
}

BOOST_AUTO_TEST_CASE(the_other_commands_have_views) {
    const scratch_folder folder;
    const picture image = random_picture(40, 30, 3, 8, 1);
    write_bytes(folder / "in.png", encode_png(image));
    expect_success(folder, "$S spectrum in.png -o out.png --floor 60 --view view.png");
    picture view = read_picture(folder / "view.png");
    BOOST_TEST(view.width == 2 * 40u + 8);
    expect_part(view, image, 0);
    expect_part(view, read_picture(folder / "out.png"), 48);
    expect_success(folder, "$S psd in.png -o out.csv --view view.png");
    view = read_picture(folder / "view.png");
    BOOST_TEST(view.width == 3 * 40u + 16);
    expect_part(view, image, 0);
    expect_success(folder, "$S register in.png in.png --view view.png");
    view = read_picture(folder / "view.png");
    for (const std::size_t left : {0, 48, 96}) expect_part(view, image, left);
}

BOOST_AUTO_TEST_CASE(a_spectrum_has_axes_and_colours) {
    const scratch_folder folder;
    write_bytes(folder / "in.png", encode_png(random_picture(120, 90, 1, 8, 1)));
    expect_success(folder, "$S spectrum in.png -o plain.png");
    BOOST_TEST(read_picture(folder / "plain.png").width == 120u);
    std::vector<std::uint8_t> pages = as_bytes(levels(random_picture(120, 180, 1, 8, 1)));
    write_bytes(folder / "pages.npy", npy_bytes("<u2", "(2, 90, 120)", pages));
    if (draws_pictures()) {
        // Ten pixels for each point, and room for texts and the colour bar.
        expect_success(folder, "$S spectrum pages.npy -o axes.tif --axes --type u1");
        picture_source figures(folder / "axes.tif");
        BOOST_TEST(figures.pages() == 2u);
        BOOST_TEST(figures.page(1).width > 1300u);
        BOOST_TEST(figures.page(1).width < 1700u);
        BOOST_TEST(figures.page(1).height > 900u);
        BOOST_TEST(figures.page(1).height < 1200u);
    }
    expect_failure(folder, "$S spectrum pages.npy -o pages.svg", test::job, "SVG has one page, and the input has 2");
    const auto svg = [&](const std::string& options) {
        expect_success(folder, "$S spectrum in.png -o x.svg " + options);
        const auto bytes = read_bytes(folder / "x.svg");
        return std::string(bytes.begin(), bytes.end());
    };
    const std::string plain = svg("");
    for (const std::string text : {">u (cycles/pixel)<", ">v (cycles/pixel)<", "(dB)<", ">−0.4<", ">−100<"})
        BOOST_TEST(plain.find(text) != std::string::npos, text);
    BOOST_TEST(svg("--floor 30").find(">−100<") == std::string::npos);
    BOOST_TEST(svg("--phase").find(">phase (turns)<") != std::string::npos);
    expect_success(folder,
                   "$S spectrum in.png -o a.png --grey && $S spectrum in.png -o b.png --colours grey && cmp a.png "
                   "b.png");
    expect_success(folder, "$S spectrum in.png -o a.npy --floor 40 && $S spectrum in.png -o b.npy --range -40 0 && cmp "
                           "a.npy b.npy");
    for (const std::string wrong_options :
         {"--floor 0", "--range 0 -3", "--floor 3 --range -3 0", "--floor 3 --phase", "--grey --colours cyclic"})
        expect_failure(folder, "$S spectrum in.png -o x.png " + wrong_options, usage, "--");
    expect_failure(folder, "$S spectrum in.png -o x.npy --axes", usage, "--axes: x.npy gets the numbers themselves");
    expect_failure(folder, "$S spectrum in.png --peaks 3 --axes", usage, "--axes: has no effect without -o");
}

// The spectrum under a window is that of scipy's windowed picture.
BOOST_AUTO_TEST_CASE(windows_and_trends) {
    const auto p = expected_numbers("picture");
    const engine e("");
    const auto spectrum = [&](const planes_of<double>& of, const imaging::spectrum_options& options) {
        planes_of<double> out(p.width, p.height);
        imaging::spectrum(e.imaging(), view_of(of), view_of(out), options);
        return out;
    };
    for (const std::string shape : {"none", "hann", "hamming", "blackman"})
        for (const std::string removed : {"none", "constant", "linear"})
            for (const bool symmetric : {false, true}) {
                if (symmetric && (removed != "constant" || shape == "none")) continue;
                imaging::spectrum_options options;
                set_option(options, "window", shape);
                set_option(options, "detrend", removed);
                options.symmetric_window = symmetric;
                const std::string name = shape + (symmetric ? "_symmetric_" : "_periodic_") + removed;
                const auto expected = spectrum(expected_numbers("window_" + name), {});
                BOOST_TEST(difference(spectrum(p, options), expected) < double_precision, name);
            }
}

// As scipy computes a periodogram: half of the frequencies.
BOOST_AUTO_TEST_CASE(powers_of_a_picture) {
    const auto p = expected_numbers("picture");
    const engine e("");
    for (const auto& [name, options] : std::vector<std::pair<std::string, imaging::power_options>>{
             {"hann_periodic", {}}, {"blackman_symmetric", {imaging::window_shape::blackman, true}}}) {
        imaging::power_density powers(e.imaging(), p.height, p.width, stockham::precision::f64, options);
        powers.add(view_of(p));
        const auto map = powers.map();
        planes_of<double> half(p.width / 2 + 1, p.height);
        for (std::size_t i = 0; i < half.values.size(); ++i)
            half.values[i] =
                map[(i / half.width + p.height / 2) % p.height * p.width + (i % half.width + p.width / 2) % p.width];
        BOOST_TEST(difference(half, expected_numbers("psd_" + name)) < double_precision, name);
    }
}

// An f8 output is computed in double precision, whatever the input's type is.
BOOST_AUTO_TEST_CASE(results_of_integers_in_double_precision) {
    const scratch_folder folder;
    picture in = make_picture("test", 14, 11, 1, sample_type::u8),
            wide = make_picture("test", 14, 11, 1, sample_type::f64);
    for (std::size_t i = 0; i < in.samples(); ++i) {
        in.set(i, static_cast<std::uint16_t>(i * 37 % 251));
        wide.set(i, in.at(i));
    }
    write_picture(in, folder / "u1.npy");
    write_picture(wide, folder / "f8.npy");
    for (const std::string command : {"filter @ -o out.npy --low-pass 0.1", "convolve @ gaussian:1 -o out.npy"}) {
        std::vector<planes_of<double>> results;
        for (const std::string file : {"u1", "f8"}) {
            std::string line = command;
            line.replace(line.find('@'), 1, file + ".npy");
            expect_success(folder, "$S " + line + " --type f8");
            results.push_back(take_channels<double>(read_picture(folder / "out.npy")));
        }
        BOOST_TEST(difference(results[0], results[1]) < double_precision, command);
    }
}

BOOST_AUTO_TEST_SUITE_END()
