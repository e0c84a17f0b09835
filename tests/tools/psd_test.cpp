// `stockham psd` on noise and on a wave with known powers. Cases share sizes, so that few kernels are compiled.
#include <algorithm>
#include <sstream>

#include <stockham/imaging/spectrum.hpp>

#include "figures.hpp"
#include "support.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

std::vector<stockham::imaging::ring_power> read_table(const std::string& text) {
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, line);
    BOOST_TEST(line == "cycles/pixel,power,error,count");
    std::vector<stockham::imaging::ring_power> rows;
    char comma = 0;
    for (stockham::imaging::ring_power row;
         lines >> row.frequency >> comma >> row.power >> comma >> row.error >> comma >> row.count;)
        rows.push_back(row);
    return rows;
}

std::vector<stockham::imaging::ring_power> psd_of(const picture& image, const std::string& options = "") {
    const scratch_folder folder;
    write_bytes(folder / "in.png", encode_png(image));
    const outcome o = run(folder, "$S psd in.png" + options + " && $S psd in.png -o out.csv" + options);
    BOOST_TEST(o.code == 0, o.err);
    BOOST_TEST(o.err == "");
    const auto file = read_bytes(folder / "out.csv");
    BOOST_TEST(std::string(file.begin(), file.end()) == o.out);
    return read_table(o.out);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(power_spectra)

BOOST_AUTO_TEST_CASE(white_noise_is_flat) {
    for (const auto& [width, height, bits] :
         {std::tuple<std::size_t, std::size_t, unsigned>{101, 97, 8}, {150, 100, 16}, {100, 150, 8}}) {
        const auto rows = psd_of(random_picture(width, height, 1, bits, 1));
        const std::size_t longer = std::max(width, height);
        BOOST_REQUIRE(rows.size() == longer / 2);
        BOOST_TEST(rows.front().frequency == 1.0 / static_cast<double>(longer), boost::test_tools::tolerance(1e-5));
        const double levels = bits == 8 ? 255 : 65535;
        const double variance = (std::pow(levels + 1, 2) - 1) / 12 / (levels * levels);  // for equally likely levels
        double sum = 0, places = 0;
        for (const auto& row : rows) {
            sum += row.frequency * row.power;
            places += row.frequency;
            // Half of the points of a ring are mirror images of the others, and the window makes neighbours alike.
            const double points = 3.14 * row.frequency * static_cast<double>(std::min(width, height)) / 2.25;
            BOOST_TEST(std::abs(row.power / variance - 1) < 5 / std::sqrt(points));
        }
        BOOST_TEST_MESSAGE(width << " x " << height << ": mean power " << sum / places << ", variance " << variance);
        BOOST_TEST(std::abs(sum / places / variance - 1) < 0.04);
    }
}

BOOST_AUTO_TEST_CASE(plots_and_maps_are_written) {
    const scratch_folder folder;
    write_bytes(folder / "a<b.png", encode_png(random_picture(50, 49, 1, 8, 1)));
    expect_success(folder, "$S psd 'a<b.png' --plot x.svg --map x.tif -o x.csv");
    const auto bytes = read_bytes(folder / "x.svg");
    const std::string svg(bytes.begin(), bytes.end());
    for (const std::string text :
         {">frequency (cycles/pixel)<", ">power spectral density (luminance²", ">0.1<", "<polygon"})
        BOOST_TEST(svg.find(text) != svg.npos, text);
    const picture map = read_picture(folder / "x.tif");
    BOOST_TEST((map.type == sample_type::f64));
    BOOST_TEST(map.width == 50u);
    if (draws_pictures()) {
        expect_success(folder, "$S psd 'a<b.png' --plot x.png -o y.csv && cmp x.csv y.csv");
        BOOST_TEST(read_picture(folder / "x.png").width > 1200u);
        BOOST_TEST(read_picture(folder / "x.png").width < 1600u);
    }
    expect_failure(folder, "$S psd 'a<b.png' --plot -", usage, "the table goes to standard output");
    expect_failure(folder, "$S psd 'a<b.png' --plot none/x.svg", test::job, "none/x.svg");
    expect_failure(folder, "$S psd 'a<b.png' --plot x.tif", usage, "plots are written as SVG or PNG");
}

// The rings do not depend on the order of the axes, also with points between two rings.
BOOST_AUTO_TEST_CASE(a_turned_picture_has_the_same_power) {
    for (const auto& [width, height] : {std::pair<std::size_t, std::size_t>{150, 100}, {50, 49}}) {
        const picture image = random_picture(width, height, 1, 8, 9);
        picture turned = make_picture("test", height, width, 1, sample_type::u8), mirrored = image;
        for (std::size_t i = 0; i < image.samples(); ++i) {
            turned.set(i % width * height + i / width, image.at(i));
            mirrored.set(i / width * width + width - 1 - i % width, image.at(i));
        }
        // A periodic window is not its own mirror image.
        const std::string symmetric = " --symmetric-window";
        const auto rows = psd_of(image, symmetric);
        for (const auto& others : {psd_of(turned, symmetric), psd_of(mirrored, symmetric)}) {
            BOOST_REQUIRE(rows.size() == others.size());
            double worst = 0;
            for (std::size_t r = 0; r < rows.size(); ++r) {
                BOOST_TEST(rows[r].frequency == others[r].frequency);
                worst = std::max(worst, std::abs(others[r].power / rows[r].power - 1));
            }
            BOOST_TEST_MESSAGE(width << " x " << height << ", turned or mirrored: powers differ by " << worst);
            BOOST_TEST(worst < 1e-5);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_wave_stands_out_at_its_frequency, *boost::unit_test::label("quick")) {
    picture image = make_picture("test", 150, 100, 3, sample_type::u8);
    const double turn = 2 * std::acos(-1.0);
    for (std::size_t i = 0; i < image.samples(); ++i)
        image.set(i, static_cast<std::uint16_t>(
                         std::lround(120 + 100 * std::cos(turn * (0.2 * static_cast<double>(i / 3 % 150) +
                                                                  0.15 * static_cast<double>(i / 450))))));
    const auto rows = psd_of(image);
    const auto highest =
        std::max_element(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.power < b.power; });
    BOOST_TEST(std::abs(highest->frequency - 0.25) < 0.012);
    for (const auto& row : rows)
        if (std::abs(row.frequency - 0.25) > 0.08) BOOST_TEST(row.power < 1e-3 * highest->power);
}

BOOST_AUTO_TEST_CASE(a_flat_picture_has_no_power) {
    picture image = make_picture("test", 50, 49, 1, sample_type::u8);
    fill(image, [](double) { return 200; });
    for (const auto& row : psd_of(image)) BOOST_TEST(row.power < 1e-12);
}

BOOST_AUTO_TEST_SUITE_END()
