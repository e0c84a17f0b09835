// `stockham convolve` against the sum that defines it.
#include "support.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

struct convolution_case {
    picture image;
    picture kernel;
    bool correlate = false;
    bool wrap = false;
};

// One sample by the definition, with weights whose sum is 1.
double expected_sample(const convolution_case& c, std::size_t y, std::size_t x, unsigned channel) {
    const picture& k = c.kernel;
    const long height = static_cast<long>(c.image.height), width = static_cast<long>(c.image.width);
    double sum = 0, weights = 0;
    for (long j = 0; j < static_cast<long>(k.height); ++j)
        for (long i = 0; i < static_cast<long>(k.width); ++i) {
            const double weight = k.at(static_cast<std::size_t>(j) * k.width + static_cast<std::size_t>(i));
            weights += weight;
            const long down = j - static_cast<long>(k.height / 2), right = i - static_cast<long>(k.width / 2);
            long row = static_cast<long>(y) + (c.correlate ? down : -down);
            long column = static_cast<long>(x) + (c.correlate ? right : -right);
            if (c.wrap) {
                row = (row + height) % height;
                column = (column + width) % width;
            }
            if (row < 0 || row >= height || column < 0 || column >= width) continue;
            sum += weight * c.image.at(static_cast<std::size_t>(row * width + column) * c.image.channels + channel);
        }
    return sum / weights;
}

void check_case(const convolution_case& c, const std::string& what) {
    const scratch_folder folder;
    write_bytes(folder / "in.png", encode_png(c.image));
    write_bytes(folder / "kernel.png", encode_png(c.kernel));
    const outcome o =
        run(folder, std::string("$S convolve in.png kernel.png -o out.png") + (c.correlate ? " --correlate" : "") +
                        (c.wrap ? " --boundary wrap" : " --boundary constant"));
    BOOST_TEST(o.code == 0, o.err);
    const picture out = read_picture(folder / "out.png");
    BOOST_TEST(out.channels == c.image.channels);
    BOOST_TEST((out.type == c.image.type));
    BOOST_REQUIRE(out.samples() == c.image.samples());
    double worst = 0;
    for (std::size_t i = 0; i < out.samples(); ++i) {
        const auto channel = static_cast<unsigned>(i % out.channels);
        const std::size_t pixel = i / out.channels;
        const bool alpha = out.has_alpha() && channel == out.channels - 1;
        const double expected =
            alpha ? c.image.at(i) : expected_sample(c, pixel / out.width, pixel % out.width, channel);
        worst = std::max(worst, std::abs(expected - out.at(i)));
    }
    BOOST_TEST_MESSAGE(what << ": differs by " << worst << " levels, of which 0.5 are rounding");
    BOOST_TEST(worst < (out.type == sample_type::u8 ? 0.501 : 0.6), what);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(convolving)

// All frames have 60 x 48 points, except a line's, so that few kernels are compiled.
BOOST_AUTO_TEST_CASE(sizes_of_all_sorts) {
    for (const bool correlate : {false, true}) {
        const std::string how = correlate ? ", correlated" : "";
        check_case({random_picture(53, 43, 1, 8, 1), random_picture(9, 7, 1, 8, 2), correlate, false},
                   "prime sides with zeros" + how);
        check_case({random_picture(53, 43, 1, 8, 1), random_picture(7, 5, 1, 8, 2), correlate, true},
                   "prime sides wrapped" + how);
        check_case({random_picture(55, 44, 3, 8, 3), random_picture(4, 6, 1, 8, 4), correlate, false},
                   "colours, even kernel with zeros" + how);
        check_case({random_picture(60, 48, 3, 8, 3), random_picture(4, 6, 1, 8, 4), correlate, true},
                   "colours, even kernel wrapped" + how);
    }
    check_case({random_picture(29, 48, 1, 16, 5), random_picture(29, 48, 1, 16, 6), false, true},
               "16 bits, a kernel as large as the picture, wrapped");
    check_case({random_picture(40, 32, 1, 16, 5), random_picture(40, 32, 1, 16, 6)},
               "16 bits, a kernel as large as the picture");
    check_case({random_picture(58, 47, 4, 16, 7), random_picture(3, 3, 1, 8, 8)}, "alpha");
    check_case({random_picture(23, 1, 1, 8, 9), random_picture(9, 1, 1, 8, 10)}, "a line");
}

BOOST_AUTO_TEST_CASE(one_white_pixel_changes_nothing, *boost::unit_test::label("quick")) {
    const scratch_folder folder;
    const picture image = random_picture(57, 46, 3, 8, 11);
    picture dot = make_picture("test", 3, 3, 1, sample_type::u8);
    dot.set(1 * 3 + 1, 255);
    write_bytes(folder / "in.png", encode_png(image));
    write_bytes(folder / "dot.png", encode_png(dot));
    for (const std::string option : {"", "--no-scale", "--correlate --boundary wrap --no-scale"}) {
        const outcome o = run(folder, "$S convolve in.png dot.png -o out.png " + option);
        BOOST_TEST(o.code == 0, o.err);
        BOOST_TEST((read_picture(folder / "out.png").bytes == image.bytes), option);
    }
    // Two white pixels add up. Values beyond white are an error or clipped; here every sample except alpha's is.
    picture grey = make_picture("test", 60, 48, 2, sample_type::u8, alpha_kind::straight);
    fill(grey, [](double) { return 200; });
    dot.set(1 * 3 + 2, 255);
    write_bytes(folder / "grey.png", encode_png(grey));
    write_bytes(folder / "two.png", encode_png(dot));
    dot.set(1 * 3 + 2, 0);
    for (const std::string option : {"--no-scale", "--no-scale --correlate"}) {
        const outcome o = run(folder, "$S convolve grey.png two.png -o out.png --boundary wrap --clip " + option);
        BOOST_TEST(o.code == 0);
        BOOST_TEST(o.err == "stockham: values from 400 to 400; clipped 2880 of 2880 samples (100 %) to 0 to 255\n");
        expect_failure(
            folder, "$S convolve grey.png two.png -o none.png --boundary wrap " + option, job,
            "cannot write none.png: 2880 of 2880 samples (100 %) are outside the range of u1, 0 to 255, by more "
            "than rounding: values from 400 to 400; choose --clip, --normalise");
    }
    BOOST_TEST(run(folder, "$S convolve grey.png two.png -o out.png --boundary wrap").err == "");
    // With a fifth of white and no normalisation, a fifth of the picture remains.
    dot.set(1 * 3 + 1, 51);
    write_bytes(folder / "dot.png", encode_png(dot));
    BOOST_TEST(run(folder, "$S convolve in.png dot.png -o out.png --no-scale").code == 0);
    BOOST_TEST(read_picture(folder / "out.png").at(100) == std::lround(image.at(100) / 5.0));
}

BOOST_AUTO_TEST_SUITE_END()
