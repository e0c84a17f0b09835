// MRC and NRRD: the sizes of pixels and the axes of pages are those of the header, and damaged headers are refused.
#include <algorithm>
#include <cstring>

#include "expected.hpp"
#include "image/picture_sink.hpp"
#include "picture_files.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

bool is_near(double a, double b) {
    return std::abs(a - b) <= 1e-6 * std::abs(b);
}

// "3 slices" of a file, or of the pages of bytes.
std::string axes_of(const std::string& path) {
    return axes_text(picture_source(path).axes());
}

void check_size(const picture& page, double across, double down, double depth, const std::string& unit) {
    const picture_metadata& m = page.metadata;
    BOOST_TEST(is_near(m.across, across), m.across << " and " << across);
    BOOST_TEST(is_near(m.down, down), m.down << " and " << down);
    BOOST_TEST((m.depth == depth || is_near(m.depth, depth)), m.depth << " and " << depth);
    BOOST_TEST(m.unit == unit);
}

bytes file_of(const std::string& header, std::size_t samples) {
    bytes file(header.begin(), header.end());
    for (std::size_t k = 0; k < samples; ++k) file.push_back(static_cast<std::uint8_t>(k + 1));
    return file;
}

picture first_page(const bytes& file, const read_options& options = {}) {
    picture_data data;
    data.bytes = file;
    data.name = "x";
    data.max_pixels = options.max_pixels;
    data.channels_last = options.channels_last;
    return picture_source(std::move(data), options).page(0);
}

// An MRC file with another word in its header.
bytes mrc_with(std::size_t word, std::int32_t value) {
    bytes file = read_bytes(expected_folder() + "formats/volume.mrc");
    std::memcpy(&file[4 * word], &value, 4);
    return file;
}

const std::string small_nrrd = "NRRD0004\ntype: uchar\ndimension: 2\nsizes: 3 2\n";

void refused(const bytes& file, const std::string& words) {
    expect_job_error([&] { first_page(file); }, words);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(volumes)

// The files have pixels of 1.5 x 3 x 2 angstroms, and of 0.5 x 0.25 x 2 mm.
BOOST_AUTO_TEST_CASE(headers_state_sizes_and_axes) {
    const std::string folder = expected_folder() + "formats/";
    const auto first = [&](const char* name) { return picture_source(folder + name).page(0); };
    check_size(first("volume.mrc"), 1 / 0.15, 1 / 0.3, 0.2, "nm");
    BOOST_TEST(axes_of(folder + "volume.mrc") == "3 slices");
    check_size(first("stack.mrcs"), 1 / 0.15, 1 / 0.3, 0, "nm");
    BOOST_TEST(axes_of(folder + "stack.mrcs") == "3 pages");
    BOOST_TEST(axes_of(folder + "volumes.mrc") == "2 pages x 3 slices");
    check_size(first("big_endian.mrc"), 1 / 0.15, 1 / 0.3, 0, "nm");
    check_size(first("volume.nrrd"), 2, 4, 2, "mm");
    BOOST_TEST(axes_of(folder + "volume.nrrd") == "3 slices");
    check_size(first("signed.nrrd"), 1 / 3.0, 0.25, 0, "");
    BOOST_TEST(first("colours.nrrd").rgb);
    // Facts that no page has are named.
    std::string remarks;
    read_options options;
    options.remark = [&](const std::string& line) { remarks += line + "\n"; };
    picture_source(folder + "volume.nrrd", options).page(0);
    picture_source(folder + "stack.mrcs", options).page(0);
    BOOST_TEST(remarks.find("volume.nrrd: leaves out space origin\n") != remarks.npos, remarks);
    BOOST_TEST(remarks.find("stack.mrcs: leaves out an extended header of 80 bytes\n") != remarks.npos, remarks);
}

// A volume keeps its sizes and slices from any of these formats to any other.
BOOST_AUTO_TEST_CASE(a_volume_keeps_its_size) {
    const scratch_folder folder;
    std::string from = expected_folder() + "formats/volume.mrc";
    for (const char* name : {"a.nrrd", "b.tif", "c.mrc", "d.tif", "e.nrrd"}) {
        std::vector<picture> pages;
        picture_source source(from);
        for (std::size_t k = 0; k < source.pages(); ++k) pages.push_back(source.page(k));
        BOOST_TEST_CONTEXT(name) {
            const auto back = written_and_read(folder / name, pages);
            BOOST_TEST((back[2].bytes == pages[2].bytes));
            check_size(back[0], 1 / 0.15, 1 / 0.3, 0.2, "nm");
            BOOST_TEST(axes_of(folder / name) == "3 slices");
        }
        from = folder / name;
    }
}

// TIFF names inches and centimetres, ImageJ's description other units; without one, a length becomes centimetres.
BOOST_AUTO_TEST_CASE(a_single_page_keeps_its_size_in_tiff) {
    const scratch_folder folder;
    picture page = random_picture(9, 7, 1, 16, 3);
    page.metadata.across = 1 / 0.15, page.metadata.down = 1 / 0.3;
    page.metadata.unit = "nm";
    for (const char* name : {"x.tif", "x.mrc", "x.nrrd"}) {
        const picture back = written_and_read(folder / name, {page})[0];
        const print_size size = pixels_per_inch(back.metadata);
        BOOST_TEST(is_near(size.across, 2.54e7 / 0.15), name << ": " << size.across);
        BOOST_TEST(is_near(size.down, 2.54e7 / 0.3), name << ": " << size.down);
    }
    // PNG cannot state 6.7 pixels per nanometre, and states no other number.
    BOOST_TEST(written_and_read(folder / "x.png", {page})[0].metadata.across == 0);
    page.metadata.across = page.metadata.down = 1;
    const picture one = written_and_read(folder / "x.png", {page})[0];
    BOOST_TEST(is_near(pixels_per_inch(one.metadata).across, 2.54e7));
    page.metadata.unit = "inch";  // of a print, not of the pixels
    BOOST_TEST(written_and_read(folder / "x.mrc", {page})[0].metadata.across == 0);
}

BOOST_AUTO_TEST_CASE(headers_of_mrc_that_are_refused) {
    bytes cut = mrc_with(0, 14);
    cut.resize(500);
    refused(cut, "x: broken MRC: its header is cut off");
    refused(mrc_with(0, -1), "x: broken MRC: its header has the negative length -1");
    refused(mrc_with(0, 0), "x: claims 0 x 11 pixels");
    refused(mrc_with(2, 0), "x: broken MRC: it has no sections");
    refused(mrc_with(2, 4), "x: broken MRC: 14 x 11 x 4 samples of f4 behind 1024 bytes are more than the file has");
    refused(mrc_with(0, 0x7fffffff), "more than the limit of 134217728 (see --max-pixels)");
    refused(mrc_with(23, 0x7fffffff), "behind 2147484671 bytes are more than the file has");
    refused(mrc_with(3, 4), "x: a picture cannot have complex numbers (mode 4 of MRC)");
    refused(mrc_with(3, 101), "x: mode 101 of MRC is not supported");
    read_options options;
    options.max_pixels = 153;
    expect_job_error([&] { first_page(mrc_with(0, 14), options); }, "more than the limit of 153");
    // IMOD's mark for unsigned bytes, and a cell without a size.
    bytes file = read_bytes(expected_folder() + "formats/bytes.mrc");
    const std::int32_t imod = 1146047817;
    std::memcpy(&file[4 * 38], &imod, 4);
    BOOST_TEST((first_page(file).type == sample_type::u8));
    BOOST_TEST(first_page(mrc_with(7, 0)).metadata.across == 0);
}

BOOST_AUTO_TEST_CASE(headers_of_nrrd) {
    const auto numbers = [](const picture& page) {
        std::vector<double> all;
        for (std::size_t i = 0; i < page.samples(); ++i) all.push_back(page.at(i));
        return all;
    };
    const std::vector<double> six = {1, 2, 3, 4, 5, 6}, last_six = {5, 6, 7, 8, 9, 10};
    BOOST_TEST((numbers(first_page(file_of(small_nrrd + "encoding: raw\n\n", 6))) == six));
    BOOST_TEST((numbers(first_page(file_of(small_nrrd + "# no\nencoding: RAW\r\na key:=a: b\n\n", 6))) == six));
    BOOST_TEST((numbers(first_page(file_of(small_nrrd + "encoding: raw\nbyte skip: 4\n\n", 10))) == last_six));
    BOOST_TEST((numbers(first_page(file_of(small_nrrd + "encoding: raw\nbyteskip: -1\n\n", 10))) == last_six));
    BOOST_TEST((numbers(first_page(file_of(small_nrrd + "encoding: raw\nline skip: 2\n\na\nbc\n", 6))) == six));
    bytes packed = file_of(small_nrrd + "encoding: gzip\nbyte skip: 4\n\n", 0);
    for (const std::uint8_t byte : pack(file_of("", 10))) packed.push_back(byte);
    BOOST_TEST((numbers(first_page(packed)) == last_six));
    // Channels: by the kind of the first axis, or by the option.
    const std::string cube = "NRRD0001\ntype: unsigned char\ndimension: 3\nsizes: 2 3 1\nencoding: raw\n";
    BOOST_TEST(first_page(file_of(cube + "\n", 6)).width == 2u);
    BOOST_TEST(first_page(file_of(cube + "kinds: 2-vector space space\n\n", 6)).channels == 2u);
    read_options channels;
    channels.channels_last = true;
    BOOST_TEST(first_page(file_of(cube + "\n", 6), channels).channels == 2u);
    const std::string inks =
        "NRRD0001\ntype: uint8_t\ndimension: 3\nsizes: 4 1 1\nencoding: raw\nkinds: RGBA-color space space\n\n";
    BOOST_TEST((first_page(file_of(inks, 4)).alpha == alpha_kind::straight));
}

BOOST_AUTO_TEST_CASE(headers_of_nrrd_that_are_refused) {
    const auto with = [](const std::string& lines, std::size_t samples = 6) {
        return file_of(small_nrrd + lines + "\n", samples);
    };
    refused(with("encoding: raw\n", 5), "x: broken NRRD: 5 bytes of samples, but the sizes 3 2 of u1 need 6");
    refused(with("encoding: raw\nbyte skip: 1\n"), "5 bytes of samples");
    refused(with("encoding: raw\nbyte skip: 999999999999\n"), "0 bytes of samples");
    refused(with("encoding: raw\nbyte skip: -2\n"), "its byte skip is below -1");
    refused(with("encoding: raw\nline skip: 9\n"), "it has fewer lines than it skips");
    refused(with("encoding: gzip\n"), "x: broken gzip");
    refused(with("encoding: gzip\nbyte skip: -1\n"), "only raw data can be at the end");
    for (const char* encoding : {"ascii", "bzip2", "hex", ""})
        refused(with(std::string("encoding: ") + encoding + "\n"),
                std::string("x: NRRD's encoding \"") + encoding + "\" is not supported (raw and gzip are)");
    refused(with("data file: x.raw\nencoding: raw\n"),
            "x: its data are in another file, x.raw, which is not supported");
    refused(with("datafile: x.raw\nencoding: raw\n"), "in another file, x.raw");
    refused(with("type: float\n"), "its header has the field \"type\" twice");
    refused(with("anything\n"), "the line anything of its header has no colon");
    refused(with("line skip: many\nencoding: raw\n"), "its field \"line skip\" has many, which is no whole number");
    refused(file_of(small_nrrd, 0), "its header does not end in an empty line");
    const auto header = [](const std::string& type, const std::string& sizes, const std::string& more = "") {
        const auto rank = std::to_string(1 + std::count(sizes.begin(), sizes.end(), ' '));
        return file_of("NRRD0004\ntype: " + type + "\ndimension: " + rank + "\nsizes: " + sizes + "\nencoding: raw\n" +
                           more + "\n",
                       6);
    };
    refused(header("block", "3 2"), "NRRD's type \"block\" is not supported");
    refused(header("short", "3 1"), "its header has no field \"endian\"");
    refused(header("uchar", "6"), "a picture must have columns and rows");
    refused(header("uchar", "3 0"), "one of its sizes is below 1");
    refused(header("uchar", "1000000 1000000"), "claims 1000000 x 1000000 pixels, more than the limit");
    refused(header("uchar", "9 9 9999999999999999 9999999999999999"), "its sizes are more than can be counted");
    refused(header("uchar", "9 9 999999999999"), "6 bytes of samples");
    refused(header("uchar", "2 3 1", "kinds: complex space space\n"), "a picture cannot have complex numbers");
    refused(file_of("NRRD0004\ntype: uchar\ndimension: 3\nsizes: 3 2\nencoding: raw\n\n", 6), "contradict each other");
    // A packed claim that its bytes cannot hold takes no memory.
    bytes packed = file_of("NRRD0004\ntype: uchar\ndimension: 3\nsizes: 9000 9000 9000\nencoding: gz\n\n", 0);
    for (const std::uint8_t byte : pack(bytes(9))) packed.push_back(byte);
    refused(packed, "x: claims 9000 x 9000 pixels, more than its");
}

BOOST_AUTO_TEST_SUITE_END()
