// `stockham deconvolve` and `stockham match` from outside.
#include <fstream>
#include <sstream>

#include "picture_files.hpp"
#include "support.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

std::string text_of_file(const std::string& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

// Two grey squares of different contrast on a slope. Convolved with gaussian:1, it has the frame of the tests of
// convolve.
constexpr std::size_t squares_height = 40, squares_width = 52;

picture two_squares() {
    picture image = make_picture("squares", squares_width, squares_height, 1, sample_type::u8);
    for (std::size_t y = 0; y < squares_height; ++y)
        for (std::size_t x = 0; x < squares_width; ++x) {
            double value = 60 + static_cast<double>(x);
            if (y >= 5 && y < 11 && x >= 8 && x < 14) value += 100;
            if (y >= 25 && y < 31 && x >= 24 && x < 30) value += 50;
            image.set(y * squares_width + x, value);
        }
    return image;
}

// The part of a picture from (left, top) on.
picture part_of(const picture& image, std::size_t left, std::size_t top, std::size_t side) {
    picture part = make_picture("part", side, side, 1, sample_type::u8);
    for (std::size_t y = 0; y < side; ++y)
        for (std::size_t x = 0; x < side; ++x) part.set(y * side + x, image.at((top + y) * image.width + left + x));
    return part;
}

double difference(const picture& a, const picture& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.samples(); ++i) sum += (a.at(i) - b.at(i)) * (a.at(i) - b.at(i));
    return std::sqrt(sum / static_cast<double>(a.samples()));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(imaging_commands)

BOOST_AUTO_TEST_CASE(a_blurred_picture, *boost::unit_test::label("quick")) {
    const scratch_folder folder;
    write_bytes(folder / "sharp.png", encode_png(two_squares()));
    expect_success(folder, "$S convolve sharp.png gaussian:1 -o blurred.png --boundary reflect");
    const picture sharp = two_squares(), blurred = read_picture(folder / "blurred.png");
    for (const std::string options :
         {"--accelerate", "--memory 100K --accelerate", "--method wiener --balance 0.0001"}) {
        const outcome o =
            run(folder, "$S deconvolve blurred.png gaussian:1 -o out.png --clip --view view.png " + options);
        BOOST_TEST(o.code == 0, o.err);
        BOOST_TEST(difference(read_picture(folder / "out.png"), sharp) < 0.75 * difference(blurred, sharp), options);
        const bool tiled = o.err.find("tiles with an overlap of 9 x 9 pixels") != std::string::npos;
        BOOST_TEST(tiled == (options.find("--memory") != std::string::npos), o.err);
    }
    BOOST_TEST(read_picture(folder / "view.png").width == 2 * squares_width + 8);
    // Slices of a volume: pages that are all the same, and a blur within them.
    expect_success(folder, "$S deconvolve blurred.png gaussian:1 -o one.tif --iterations 5 --volume --type f4");
    expect_success(folder, "$S deconvolve blurred.png gaussian:1 -o two.tif --iterations 5 --type f4");
    BOOST_TEST(difference(read_picture(folder / "one.tif"), read_picture(folder / "two.tif")) < 0.01);
    // Of a deeper point-spread function the middle counts.
    picture middle = make_picture("test", 3, 3, 1, sample_type::u8), beside = middle;
    for (std::size_t i = 0; i < 9; ++i) {
        middle.set(i, static_cast<std::uint16_t>(i == 4 ? 200 : 20));
        beside.set(i, 100);
    }
    write_bytes(folder / "middle.png", encode_png(middle));
    write_bytes(folder / "deep.tif", encode_tiff_pages({{beside, 0}, {middle, 0}, {beside, 0}}, {}));
    const std::string deconvolve = "$S deconvolve blurred.png --iterations 5 --volume --type f4 ";
    expect_success(folder, deconvolve + "--psf middle.png -o one.tif");
    const outcome cropped = run(folder, deconvolve + "--psf deep.tif -o two.tif");
    BOOST_TEST(cropped.code == 0, cropped.err);
    BOOST_TEST(cropped.err.find("deep.tif: of 3 slices the middle 1 count, as the volume has 1") != std::string::npos,
               cropped.err);
    BOOST_TEST(difference(read_picture(folder / "one.tif"), read_picture(folder / "two.tif")) < 1e-6);
}

BOOST_AUTO_TEST_CASE(blurs_that_cannot_be_used) {
    const scratch_folder folder;
    write_bytes(folder / "p.png", encode_png(two_squares()));
    expect_failure(folder, "$S deconvolve p.png laplacian -o x.png", job, "laplacian: its sum must be above 0 (got 0)");
    expect_failure(folder, "$S deconvolve p.png box:41 -o x.png", job,
                   "box:41: must be no larger than the picture, 40 x 52 points (got 41 x 41)");
    expect_failure(folder, "$S deconvolve p.png gaussian:1 -o x.png --memory 10K", job, "the smallest tile, ");
    expect_failure(folder, "$S deconvolve p.png gaussian:1 -o x.png", job, "--clip");
}

BOOST_AUTO_TEST_CASE(places_of_a_template, *boost::unit_test::label("quick")) {
    const scratch_folder folder;
    write_bytes(folder / "p.png", encode_png(two_squares()));
    write_bytes(folder / "t.png", encode_png(part_of(two_squares(), 5, 3, 12)));
    const outcome o = run(folder, "$S match p.png t.png --json m.json --response r.tif --view v.png");
    BOOST_TEST(o.code == 0, o.err);
    std::istringstream lines(o.out);
    std::string head, first, second, third;
    std::getline(lines, head);
    std::getline(lines, first);
    std::getline(lines, second);
    BOOST_TEST(head == "page,x,y,response");
    BOOST_TEST(first == "1,5,3,1.000000");
    BOOST_TEST(second.rfind("1,21,23,0.9", 0) == 0u, second);
    BOOST_TEST(text_of_file(folder / "m.json").find("{\"page\": 1, \"x\": 5, \"y\": 3, \"response\": 1.000000}") !=
               std::string::npos);
    const picture response = read_picture(folder / "r.tif");
    BOOST_TEST(response.width == 41u);
    BOOST_TEST(std::abs(response.at(3 * 41 + 5) - 1) < 1e-5);
    const picture view = read_picture(folder / "v.png");
    BOOST_TEST(view.at(3 * (3 * squares_width + 5)) == 255);  // a red frame
    BOOST_TEST(view.at(3 * (3 * squares_width + 5) + 1) == 32);
    BOOST_TEST(run(folder, "$S match p.png t.png --threshold 0.999").out == "page,x,y,response\n1,5,3,1.000000\n");
}

BOOST_AUTO_TEST_CASE(templates_that_cannot_be_used) {
    const scratch_folder folder;
    write_bytes(folder / "p.png", encode_png(two_squares()));
    write_bytes(folder / "flat.png", encode_png(make_picture("flat", 8, 8, 1, sample_type::u8)));
    write_bytes(folder / "part.png", encode_png(part_of(two_squares(), 5, 3, 12)));
    expect_failure(folder, "$S match part.png p.png", job,
                   "p.png: must be no larger than the picture, 12 x 12 points (got 40 x 52)");
    expect_failure(folder, "$S match p.png flat.png", job, "flat.png: is constant");
    expect_failure(folder, "$S match flat.png flat.png", job, "flat.png: is constant");
}

BOOST_AUTO_TEST_SUITE_END()
