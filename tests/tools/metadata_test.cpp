// Metadata hold for what is written: they are carried, corrected or left out, and what is left out is said.
#include "format/fits_cards.hpp"
#include "format/geo_tags.hpp"
#include "format/metadata.hpp"
#include "tiff_bytes.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

const grid_map cropped{{1, 0, 3}, {0, 1, 2}};       // the first pixel is (3, 2) of the original
const grid_map enlarged{{0.5, 0, 0}, {0, 0.5, 0}};  // two pixels for each
const grid_map turned{{0, 1, 0}, {-1, 0, 7}};       // a quarter of a turn: (x, y) shows (y, 7 - x)

const written_facts same{8, 6, 1, 1, false, "u2", true, true, ~0u};

std::string card(const std::string& text) {
    std::string whole = text;
    whole.resize(card_length, ' ');
    return whole;
}

std::string value_of(const picture_metadata& m, const std::string& keyword) {
    for (const std::string& each : m.cards)
        if (keyword_of(each) == keyword) return each.substr(10, each.find(" /", 10) - 10);
    return "";
}

double number_of(const picture_metadata& m, const std::string& keyword) {
    const std::string text = value_of(m, keyword);
    return text.empty() ? std::nan("") : std::stod(text);
}

picture_metadata sky() {
    picture_metadata m;
    for (const char* text :
         {"CRPIX1  =                 10.5 / reference pixel", "CRPIX2  =                 20.0",
          "CRVAL1  =              150.125", "CTYPE1  = 'RA---TAN'", "CTYPE2  = 'DEC--TAN'",
          "CD1_1   =               -1.D-5", "CD1_2   =                  0.0", "CD2_1   =                  0.0",
          "CD2_2   =               1.0E-5", "GAIN    =                  1.5", "BUNIT   = 'adu     '",
          "OBJECT  = 'M 31    '", "TRIMSEC = '[1:100,1:50]'", "HISTORY flat"})
        m.cards.push_back(card(text));
    return m;
}

exif_entry doubles(std::uint16_t tag, const std::vector<double>& numbers) {
    return {tag, 12, static_cast<std::uint32_t>(numbers.size()), as_bytes(numbers)};
}

std::vector<double> numbers_in(const picture_metadata& m, std::uint16_t tag) {
    for (const exif_entry& each : m.geo) {
        if (each.tag != tag) continue;
        std::vector<double> numbers(each.value.size() / 8);
        std::memcpy(numbers.data(), each.value.data(), each.value.size());
        return numbers;
    }
    return {};
}

picture_metadata land() {
    picture_metadata m;
    m.geo = {doubles(geo_pixel_scale, {10, 5, 0}), doubles(geo_tie_points, {0, 0, 0, 500000, 4600000, 0})};
    return m;
}

const std::string ome =
    "<?xml version=\"1.0\"?><OME UUID=\"urn:uuid:1\"><Image><Pixels ID=\"P\" DimensionOrder=\"XYCZT\" Type=\"uint16\" "
    "SignificantBits=\"12\" PhysicalSizeX=\"0.2\" PhysicalSizeY=\"0.2\" SizeX=\"8\" SizeY=\"6\" SizeC=\"1\" "
    "SizeZ=\"1\" "
    "SizeT=\"1\"><Channel Name=\"DAPI\"/><TiffData IFD=\"0\"><UUID FileName=\"a.ome.tif\">urn:uuid:1</UUID></TiffData>"
    "<Plane TheC=\"0\" PositionX=\"5.5\" PositionXUnit=\"um\"/></Pixels></Image></OME>";

bool contains(const std::string& text, const std::string& words) {
    return text.find(words) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(metadata)

BOOST_AUTO_TEST_CASE(sky_coordinates_follow_the_pixels) {
    picture_metadata m = sky();
    move_metadata(m, cropped);
    BOOST_TEST(number_of(m, "CRPIX1") == 7.5);
    BOOST_TEST(number_of(m, "CRPIX2") == 18);
    BOOST_TEST(contains(m.cards[0], "/ reference pixel"));
    BOOST_TEST(value_of(m, "CD1_1").substr(0, 20) == "              -1.D-5");
    BOOST_TEST(value_of(m, "TRIMSEC") == "");
    BOOST_TEST((m.left_out == std::vector<std::string>{"TRIMSEC"}));
    for (const std::string& each : m.cards) BOOST_TEST(each.size() == card_length);
    m = sky();
    move_metadata(m, enlarged);
    BOOST_TEST(number_of(m, "CRPIX1") == 20);  // the centre of the first pixel stays where it is
    BOOST_TEST(number_of(m, "CD1_1") == -0.5e-5);
    m = sky();
    move_metadata(m, turned);
    // The pixel of the reference point shows it: (y, 7 - x) is (9.5, 19).
    BOOST_TEST(number_of(m, "CRPIX1") == -11);
    BOOST_TEST(number_of(m, "CRPIX2") == 10.5);
    BOOST_TEST(number_of(m, "CD1_2") == -1e-5);
    BOOST_TEST(number_of(m, "CD2_1") == -1e-5);
    // PC is 1 in its diagonal, and CDELT stays.
    m = {};
    for (const char* text : {"CRPIX1  = 1", "CRPIX2  = 1", "CDELT1  = 2.0", "CDELT2  = 3.0"})
        m.cards.push_back(card(text));
    move_metadata(m, turned);
    BOOST_TEST(number_of(m, "PC1_2") == 1);
    BOOST_TEST(number_of(m, "PC2_1") == -1);
    BOOST_TEST(number_of(m, "CDELT1") == 2);
    // A distortion in pixels is not turned: all coordinates go.
    m = sky();
    m.cards.push_back(card("A_0_2   = 1e-7"));
    move_metadata(m, turned);
    BOOST_TEST(value_of(m, "CRVAL1") == "");
    BOOST_TEST(number_of(m, "GAIN") == 1.5);
}

BOOST_AUTO_TEST_CASE(keywords_about_levels_go_with_them) {
    picture_metadata m = sky();
    written_facts other = same;
    other.same_levels = false;
    restate_metadata(m, other);
    BOOST_TEST(value_of(m, "GAIN") == "");
    BOOST_TEST(value_of(m, "OBJECT") == "'M 31    '" + std::string(60, ' '));
    BOOST_TEST((m.left_out == std::vector<std::string>{"GAIN, BUNIT"}));
    BOOST_TEST(is_of_later_axis("CTYPE3"));
    BOOST_TEST(is_of_later_axis("CD1_3"));
    BOOST_TEST(is_of_later_axis("CRVAL12"));
    BOOST_TEST(!is_of_later_axis("CD2_1"));
    BOOST_TEST(!is_of_later_axis("OBJECT3"));
}

BOOST_AUTO_TEST_CASE(maps_follow_the_pixels) {
    picture_metadata m = land();
    move_metadata(m, cropped);
    BOOST_TEST((numbers_in(m, geo_tie_points) == std::vector<double>{-3, -2, 0, 500000, 4600000, 0}));
    BOOST_TEST((numbers_in(m, geo_pixel_scale) == std::vector<double>{10, 5, 0}));
    // The corner of the first pixel lies half a pixel before its centre, also when pixels are half as large.
    m = land();
    move_metadata(m, enlarged);
    const auto matrix = numbers_in(m, geo_transformation);
    BOOST_REQUIRE(matrix.size() == 16u);
    BOOST_TEST(matrix[0] == 5);
    BOOST_TEST(matrix[5] == -2.5);
    BOOST_TEST(matrix[3] == 500000 + 0.25 * 10);
    BOOST_TEST(matrix[7] == 4600000 - 0.25 * 5);
    BOOST_TEST(numbers_in(m, geo_pixel_scale).empty());
    move_metadata(m, cropped);
    BOOST_TEST(numbers_in(m, geo_transformation)[3] == 500000 + 0.25 * 10 + 3 * 5);
}

BOOST_AUTO_TEST_CASE(pixel_sizes_follow_the_pixels) {
    picture_metadata m;
    m.across = m.down = 5;
    m.unit = "um";
    move_metadata(m, cropped);
    BOOST_TEST(m.across == 5);
    move_metadata(m, enlarged);
    BOOST_TEST(m.across == 10);
    BOOST_TEST(pixels_per_inch(m).across == 254000);
    m.down = 3;
    move_metadata(m, turned);
    BOOST_TEST(m.across == 0);
    BOOST_TEST((m.left_out == std::vector<std::string>{"pixel size"}));
}

BOOST_AUTO_TEST_CASE(ome_xml_states_what_is_written) {
    picture_metadata m;
    m.description = ome;
    written_facts facts = same;
    facts.width = 4, facts.type = "f4", facts.same_type = false;
    move_metadata(m, cropped);
    restate_metadata(m, facts);
    for (const char* words : {"SizeX=\"4\"", "SizeY=\"6\"", "Type=\"float\"", "PhysicalSizeX=\"0.2\"", "Name=\"DAPI\""})
        BOOST_TEST(contains(m.description, words), words);
    for (const char* words : {"SignificantBits", "UUID", "Position", "uint16"})
        BOOST_TEST(!contains(m.description, words), words);
    BOOST_TEST(m.left_out.empty());
    m.description = ome;
    move_metadata(m, enlarged);
    BOOST_TEST(contains(m.description, "PhysicalSizeX=\"0.1\""));
    facts.pages = 2;  // another number of pages
    restate_metadata(m, facts);
    BOOST_TEST(m.description.empty());
    BOOST_TEST((m.left_out == std::vector<std::string>{"OME-XML"}));
}

BOOST_AUTO_TEST_CASE(a_spectrum_has_no_places) {
    picture_metadata m = sky();
    m.icc = {1, 2, 3}, m.description = ome, m.across = m.down = 5, m.unit = "um";
    leave_domain(m);
    BOOST_TEST((m.cards.empty() && m.icc.empty() && m.description.empty() && m.across == 0));
    BOOST_TEST((m.left_out == std::vector<std::string>{"pixel size", "OME-XML", "14 FITS keywords"}));
}

BOOST_AUTO_TEST_CASE(a_profile_is_of_the_colours_that_are_written) {
    picture_metadata m;
    m.icc.assign(128, 0);
    std::memcpy(&m.icc[16], "CMYK", 4);
    written_facts rgb = same;
    rgb.rgb = true, rgb.channels = 3;
    restate_metadata(m, rgb);
    BOOST_TEST(m.icc.empty());
    BOOST_TEST((m.left_out == std::vector<std::string>{"colour profile"}));
}

BOOST_AUTO_TEST_CASE(tiff_carries_maps_and_sizes_without_unit) {
    const scratch_folder folder;
    const std::vector<tag_numbers> tags = {text_tag(270, "ImageJ=1.54f\nunit=um\n"),
                                           {282, 5, {5, 1}},
                                           {283, 5, {5, 1}},
                                           {296, 3, {1}},
                                           {700, 1, {60, 62}},
                                           {geo_pixel_scale, 12, {10, 5, 0}},
                                           {geo_tie_points, 12, {0, 0, 0, 500000, 4600000, 0}},
                                           {geo_keys, 3, {1, 1, 0, 1, 1025, 0, 1, 1}},
                                           {42113, 2, {45, 49, 0}}};
    picture_source source(data_of(tiff_of({6, 4}, tags, counted(24))), {});
    const picture page = source.page(0);
    const auto written = [&](const std::string& name) {
        picture_sink sink(folder / name, {}, {page.type, 1, 1});
        sink.add(page);
        return sink.finish();
    };
    const std::string not_read = "XMP, GDAL's no-data value";
    BOOST_TEST(written("x.tif") == std::vector<std::string>{"leaves out " + not_read});
    const picture back = read_picture(folder / "x.tif");
    BOOST_TEST(back.metadata.across == 5);
    BOOST_TEST(back.metadata.unit == "um");
    BOOST_TEST((numbers_in(back.metadata, geo_tie_points) == std::vector<double>{0, 0, 0, 500000, 4600000, 0}));
    BOOST_TEST(back.metadata.geo.size() == 3u);
    BOOST_TEST(back.metadata.left_out.empty());
    BOOST_TEST(written("x.png") ==
               std::vector<std::string>{"leaves out " + not_read + ", ImageJ's description, GeoTIFF tags"});
    BOOST_TEST(std::abs(read_picture(folder / "x.png").metadata.across - 127000) < 1);
    BOOST_TEST(written("x.pgm") ==
               std::vector<std::string>{"leaves out " + not_read + ", pixel size, ImageJ's description, GeoTIFF tags"});
}

BOOST_AUTO_TEST_CASE(fits_carries_its_keywords) {
    if (format_by_name("FITS")->create == nullptr) return;
    const scratch_folder folder;
    picture image = random_picture(8, 6, 1, 16, 1);
    image.metadata = sky();
    const picture back = written_and_read(folder / "x.fits", {image})[0];
    BOOST_TEST(back.metadata.cards == image.metadata.cards, boost::test_tools::per_element());
    const picture again = written_and_read(folder / "y.fits", {back})[0];
    BOOST_TEST(again.metadata.cards.size() == image.metadata.cards.size());
    // A further extension is said.
    bytes file = read_bytes(folder / "x.fits");
    std::string header = card("XTENSION= 'IMAGE   '") + card("BITPIX  = 8") + card("NAXIS   = 0") +
                         card("PCOUNT  = 0") + card("GCOUNT  = 1") + card("END");
    header.resize(2880, ' ');
    file.insert(file.end(), header.begin(), header.end());
    const auto pages = open_pages(data_of(file, "x.fits"));
    BOOST_TEST((pages->left_out() == left_out_list{"1 further extension"}));
}

BOOST_AUTO_TEST_SUITE_END()
