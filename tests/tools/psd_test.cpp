// `stockham psd` on noise and on a wave with known powers.
#include <sstream>

#include "image/psd.hpp"
#include "support.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

std::vector<spectral_power> read_table(const std::string& text) {
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, line);
    BOOST_TEST(line == "cycles/pixel,power");
    std::vector<spectral_power> rows;
    char comma = 0;
    for (spectral_power row; lines >> row.frequency >> comma >> row.power;) rows.push_back(row);
    return rows;
}

std::vector<spectral_power> psd_of(const picture& image) {
    const scratch_folder folder;
    write_bytes(folder / "in.png", encode_png(image));
    const outcome o = run(folder, "$S psd in.png && $S psd in.png -o out.csv");
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
         {std::tuple<std::size_t, std::size_t, unsigned>{101, 97, 8}, {211, 64, 16}, {128, 200, 8}}) {
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

// The rings do not depend on the order of the axes, also with points between two rings.
BOOST_AUTO_TEST_CASE(a_turned_picture_has_the_same_power) {
    for (const auto& [width, height] : {std::pair<std::size_t, std::size_t>{150, 100}, {90, 60}, {50, 49}}) {
        const picture image = random_picture(width, height, 1, 8, 9);
        picture turned = make_picture("test", height, width, 1, sample_type::u8), mirrored = image;
        for (std::size_t i = 0; i < image.samples(); ++i) {
            turned.set(i % width * height + i / width, image.at(i));
            mirrored.set(i / width * width + width - 1 - i % width, image.at(i));
        }
        const auto rows = psd_of(image);
        for (const auto& others : {psd_of(turned), psd_of(mirrored)}) {
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

BOOST_AUTO_TEST_CASE(a_wave_stands_out_at_its_frequency) {
    picture image = make_picture("test", 90, 77, 3, sample_type::u8);
    const double turn = 2 * std::acos(-1.0);
    for (std::size_t i = 0; i < image.samples(); ++i)
        image.set(i, static_cast<std::uint16_t>(
                         std::lround(120 + 100 * std::cos(turn * (0.2 * static_cast<double>(i / 3 % 90) +
                                                                  0.15 * static_cast<double>(i / 270))))));
    const auto rows = psd_of(image);
    const auto highest =
        std::max_element(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.power < b.power; });
    BOOST_TEST(std::abs(highest->frequency - 0.25) < 0.012);
    for (const auto& row : rows)
        if (std::abs(row.frequency - 0.25) > 0.08) BOOST_TEST(row.power < 1e-3 * highest->power);
}

BOOST_AUTO_TEST_CASE(a_flat_picture_has_no_power) {
    picture image = make_picture("test", 37, 41, 1, sample_type::u8);
    fill(image, [](double) { return 200; });
    for (const auto& row : psd_of(image)) BOOST_TEST(row.power < 1e-12);
}

BOOST_AUTO_TEST_SUITE_END()
