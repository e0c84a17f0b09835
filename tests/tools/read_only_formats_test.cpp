// GIF, BMP, JPEG 2000, AVIF and DICOM, which the command only reads: pages, types and sizes, and headers that are
// refused. formats_test.cpp compares the pixels of files with those of the programs that wrote them.
#include <cstring>

#include <sys/resource.h>

#include "expected.hpp"
#include "image/picture_sink.hpp"
#include "picture_files.hpp"
#include "support/built_slow.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

bool has_format(const std::string& name) {
    return format_by_name(name)->open != nullptr;
}

bytes file_of(const std::string& name) {
    return read_bytes(expected_folder() + "formats/" + name);
}

bytes corpus_file(const std::string& name) {
    return read_bytes(STOCKHAM_SOURCE_DIR "/tests/fuzz/corpus/" + name);
}

std::vector<double> values_of(const bytes& file) {
    const picture image = decode_picture(file, "x");
    std::vector<double> values;
    for (std::size_t i = 0; i < image.samples(); ++i) values.push_back(image.at(i));
    return values;
}

void refused(const bytes& file, const std::string& words) {
    expect_job_error([&] { decode_picture(file, "x"); }, words);
}

// The file with other bytes behind the first place of `mark`.
bytes changed(bytes file, const bytes& mark, std::size_t behind, const bytes& to) {
    const auto at = std::search(file.begin(), file.end(), mark.begin(), mark.end());
    BOOST_REQUIRE((at != file.end()));
    std::copy(to.begin(), to.end(), at + static_cast<std::ptrdiff_t>(mark.size() + behind));
    return file;
}

// The tag of a DICOM element, with its type, in a little-endian file.
bytes tag(unsigned group, unsigned number, const char* type) {
    return {static_cast<std::uint8_t>(group),   static_cast<std::uint8_t>(group >> 8),
            static_cast<std::uint8_t>(number),  static_cast<std::uint8_t>(number >> 8),
            static_cast<std::uint8_t>(type[0]), static_cast<std::uint8_t>(type[1])};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(read_only_formats)

BOOST_AUTO_TEST_CASE(they_cannot_be_written) {
    const scratch_folder folder;
    for (const char* name : {"x.gif", "x.bmp", "x.jp2", "x.avif", "x.dcm"})
        expect_job_error([&] { write_picture(random_picture(9, 7, 1, 8, 1), folder / name); }, "is only read");
}

BOOST_AUTO_TEST_CASE(frames_of_gif_are_pages) {
    if (!has_format("GIF")) return;
    picture_source source(expected_folder() + "formats/frames.gif");
    BOOST_TEST(source.pages() == 3u);
    // In any order.
    const picture last = source.page(2), first = source.page(0);
    BOOST_TEST((last.bytes == source.page(2).bytes));
    BOOST_TEST((first.bytes == decode_picture(file_of("grey.gif"), "x").bytes));
    BOOST_TEST(first.channels == 1u);
}

BOOST_AUTO_TEST_CASE(bits_and_run_lengths_of_bmp) {
    // Rows from the bottom; the last one begins with a skip of a column.
    const picture runs = decode_picture(corpus_file("bmp/runs"), "x");
    BOOST_TEST(runs.width == 5u);
    BOOST_TEST(std::abs(runs.metadata.across - 100) < 0.01);  // pixels per inch
    const auto red_of_row = [&](std::size_t y) {
        std::vector<double> row;
        for (std::size_t x = 0; x < 5; ++x) row.push_back(runs.at(3 * (y * 5 + x)));
        return row;
    };
    BOOST_TEST((red_of_row(0) == std::vector<double>{0, 255, 255, 255, 255}));
    BOOST_TEST((red_of_row(1) == std::vector<double>{0, 0, 0, 255, 0}));
    BOOST_TEST((red_of_row(2) == std::vector<double>{0, 0, 0, 0, 0}));
    BOOST_TEST((values_of(corpus_file("bmp/fields")) == std::vector<double>{255, 0, 0, 0, 255, 0}));
}

BOOST_AUTO_TEST_CASE(scans_have_sizes_and_values) {
    const picture ct = decode_picture(file_of("ct.dcm"), "x");
    BOOST_TEST((ct.type == sample_type::f32));
    BOOST_TEST(ct.metadata.across == 4);
    BOOST_TEST(ct.metadata.down == 2);
    BOOST_TEST(ct.metadata.unit == "mm");
    picture_source frames(expected_folder() + "formats/frames.dcm");
    BOOST_TEST(axes_text(frames.axes()) == "3 slices");
    BOOST_TEST(frames.page(1).metadata.depth == 2);
    // A scan keeps its size.
    const scratch_folder folder;
    for (const char* name : {"x.tif", "x.nrrd"}) {
        const picture back = written_and_read(folder / name, {frames.page(0), frames.page(1), frames.page(2)})[2];
        BOOST_TEST(back.metadata.across == 4, name);
        BOOST_TEST(back.metadata.depth == 2, name);
        BOOST_TEST(back.metadata.unit == "mm", name);
    }
}

BOOST_AUTO_TEST_CASE(headers_of_dicom_that_are_refused) {
    const bytes ct = file_of("ct.dcm");
    bytes cut = ct;
    cut.resize(ct.size() - 2);
    refused(cut, "x: broken DICOM: it ends within an element");
    refused({ct.begin(), ct.begin() + 150}, "x: broken DICOM: its first group states no transfer syntax");
    refused(changed(ct, tag(0x28, 0x100, "US"), 2, {1, 0}), "pixels of 1 bits in DICOM are not supported");
    refused(changed(ct, tag(0x28, 0x101, "US"), 2, {17, 0}), "x: broken DICOM: 17 bits up to bit 15 of 16");
    refused(changed(ct, tag(0x28, 0x4, "CS"), 2, {'P', 'A', 'L'}),
            "DICOM's photometric interpretation \"PALOCHROME2\"");
    refused(changed(ct, tag(0x28, 0x10, "US"), 2, {0, 0}), "claims 14 x 0 pixels");
    refused(changed(ct, tag(0x28, 0x10, "US"), 2, {12, 0}),
            "308 bytes of pixels, but 1 frames of 14 x 12 pixels need more");
    refused(changed(ct, tag(0x28, 0x10, "US"), 2, {255, 255}), "of 14 x 65535 pixels need more");
    refused(changed(ct, tag(2, 0x10, "UI"), 2, bytes{'1', '.', '2', '.', '9'}), "DICOM's transfer syntax \"1.2.9");
    refused(changed(file_of("runs.dcm"), {0xfe, 0xff, 0x00, 0xe0}, 0, {0xff, 0xff, 0xff, 0xff}), "x: broken DICOM");
}

// A header that claims 10^9 pixels and more ends with an error, and takes no memory for them.
BOOST_AUTO_TEST_CASE(claims_of_headers) {
    const bytes much = {0x7f, 0xff, 0xff, 0xff};
    if (has_format("GIF")) {
        bytes gif = file_of("grey.gif");
        std::fill_n(gif.begin() + 6, 4, std::uint8_t{255});
        refused(gif, "x: claims 65535 x 65535 pixels, more than the limit of 134217728 (see --max-pixels)");
        gif = file_of("grey.gif");
        gif[6] = 1;
        refused(gif, "x: broken GIF: a frame does not lie within 1 x 11 pixels");
    }
    bytes bmp = file_of("grey.bmp");
    bmp[20] = bmp[24] = 15;  // of the third byte: 2^20 pixels each
    refused(bmp, "x: claims 983054 x 983051 pixels, more than the limit");
    bmp[20] = bmp[24] = 0;
    bmp[19] = 1;
    refused(bmp, "x: broken BMP: 270 x 11 pixels of 8 bits are more than the file has");
    if (has_format("JPEG 2000")) {
        bytes jp2 = changed(file_of("grey.jp2"), {0xff, 0x51}, 4, much);  // SIZ: width, then height
        refused(changed(jp2, {0xff, 0x51}, 8, much), "x: ");
        bytes stream = file_of("stream.j2k");
        stream = changed(stream, {0xff, 0x51}, 4, {0, 1, 0, 0});
        refused(changed(stream, {0xff, 0x51}, 8, {0, 1, 0, 0}), "x: ");
    }
    if (has_format("AVIF"))
        refused(changed(file_of("plain.avif"), {'i', 's', 'p', 'e'}, 4, {0, 15, 0, 0, 0, 15, 0, 0}), "x: ");
    rusage children{}, own{};
    ::getrusage(RUSAGE_CHILDREN, &children);
    ::getrusage(RUSAGE_SELF, &own);
    constexpr long most_kib = 1 << 19;
    if (built_slow) return;  // AddressSanitizer keeps freed memory
    BOOST_TEST(children.ru_maxrss < most_kib);
    BOOST_TEST(own.ru_maxrss < most_kib);
}

BOOST_AUTO_TEST_SUITE_END()
