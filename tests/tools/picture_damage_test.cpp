// Truncated, damaged and absurd pictures are refused, with no more memory than the file needs.
#include <sys/resource.h>

#include "expected.hpp"
#include "picture_files.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

// Reads a file in this process, also where the command starts a child: that would take long for thousands of files, and
// hide a crash.
picture decode_here(const bytes& file, std::size_t max_pixels = default_max_pixels) {
    picture_data data{file, "x", {}, max_pixels, {}};
    check_format(data);
    const auto pages = format_by_start(data.bytes)->open(std::move(data));
    if (pages->pages() != 1) throw job_error("x: not one page");
    return pages->read(0);
}

// The largest number of bytes in pages that reading these files touches, measured in a child process.
std::size_t memory_taken(const std::vector<bytes>& files, std::size_t max_pixels = default_max_pixels) {
    int pipe_ends[2];
    BOOST_REQUIRE(::pipe(pipe_ends) == 0);
    const pid_t child = ::fork();
    if (child == 0) {
        const auto peak = [] {
            rusage use{};
            ::getrusage(RUSAGE_SELF, &use);
            return static_cast<std::size_t>(use.ru_maxrss) * 1024;
        };
        const std::size_t before = peak();
        for (const bytes& file : files) try {
                decode_here(file, max_pixels);
            } catch (const job_error&) {
            }
        const std::size_t taken = peak() - before;
        ::_exit(::write(pipe_ends[1], &taken, sizeof taken) == sizeof taken ? 0 : 1);
    }
    ::close(pipe_ends[1]);
    std::size_t taken = 0;
    BOOST_REQUIRE(::read(pipe_ends[0], &taken, sizeof taken) == sizeof taken);
    ::close(pipe_ends[0]);
    ::waitpid(child, nullptr, 0);
    return taken;
}

// Small files of every format that this build writes.
std::vector<bytes> written_files() {
    const scratch_folder folder;
    std::vector<bytes> files;
    for (const picture_format& format : picture_formats()) {
        if (format.create == nullptr || format.magics.empty()) continue;
        const std::string path = folder / ("x" + format.extensions[0]);
        write_options options;
        if ((format.types & bit_of(sample_type::f32)) != 0) options.type = sample_type::f32;
        write_picture(random_picture(9, 7, 1, 8, 5), path, options);
        files.push_back(read_bytes(path));
    }
    return files;
}

// Small files of the formats that are only read, of one page.
std::vector<bytes> files_to_read() {
    std::vector<bytes> files;
    for (const char* name : {"grey.gif", "palette.bmp", "grey.jp2", "stream.j2k", "plain.avif", "ct.dcm", "runs.dcm",
                             "packed.dcm", "jpeg.dcm"})
        if (format_by_extension(extension_of(name))->open != nullptr)
            files.push_back(read_bytes(expected_folder() + "formats/" + name));
    return files;
}

// Small files of every readable kind.
std::vector<bytes> samples_of_all_formats() {
    const picture grey = random_picture(9, 7, 1, 8, 5);
    const picture rgb16 = random_picture(9, 7, 3, 16, 6);
    tiff_kind tiles;
    tiles.tiled = true;
    tiff_kind inks;
    inks.photometric = PHOTOMETRIC_SEPARATED;
    tiff_kind palette;
    palette.photometric = PHOTOMETRIC_PALETTE;
    palette.orientation = 6;
    jpeg_kind progressive;
    progressive.progressive = true;
    progressive.exif = exif_block(8, false);
    std::vector<bytes> files = written_files();
    for (bytes& file : files_to_read()) files.push_back(std::move(file));
    const std::vector<bytes> others = {encode_png(grey),
                                       encode_png(rgb16),
                                       palette_png(),
                                       encode_jpeg(grey),
                                       encode_jpeg(random_picture(20, 17, 3, 8, 7)),
                                       encode_jpeg(random_picture(20, 17, 4, 8, 7), progressive),
                                       with_chunk(encode_png(grey), "eXIf", exif_block(6, true)),
                                       encode_tiff(grey, {}),
                                       encode_tiff(rgb16, tiles),
                                       encode_tiff(random_picture(9, 7, 4, 8, 6), inks),
                                       encode_tiff(grey, palette),
                                       npy_bytes("|u1", "(7, 9)", bytes(63))};
    files.insert(files.end(), others.begin(), others.end());
    return files;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(damaged_pictures)

BOOST_AUTO_TEST_CASE(absurd_sizes_are_refused_before_memory_is_taken) {
    expect_job_error([] { decode_picture(png_that_claims(0x7fffffff, 0x7fffffff), "x"); },
                     "claims 2147483647 x 2147483647 pixels, more than the limit of 134217728");
    expect_job_error([] { decode_picture(png_that_claims(2000000000, 1), "x"); }, "claims 2000000000 x 1 pixels");
    expect_job_error([] { decode_picture(png_that_claims(0, 4), "x"); }, "broken PNG");
    expect_job_error([] { decode_picture(jpeg_that_claims(60000, 60000, false), "x"); }, "claims 60000 x 60000 pixels");
    expect_job_error([] { decode_picture(npy_bytes("|u1", "(60000, 60000)", {}), "x"); }, "shorter than its shape");
    expect_job_error(
        [] {
            decode_picture(bare_tiff({{256, 60000}, {257, 60000}, {273, 8}, {279, 8}}), "x");
        },
        "claims 60000 x 60000 pixels");
}

// Sizes within the limit that the files cannot hold. The header alone must not cost memory.
BOOST_AUTO_TEST_CASE(what_a_file_cannot_hold_takes_no_memory) {
    const std::uint32_t deflated = COMPRESSION_ADOBE_DEFLATE;
    const std::vector<bytes> files = {
        png_that_claims(0x7fffffff, 0x7fffffff),
        png_that_claims(134000000, 1),
        png_that_claims(11000, 11000),
        png_that_claims(11000, 11000, true),
        jpeg_that_claims(11000, 11000, false),
        jpeg_that_claims(11000, 11000, true),
        npy_bytes("|u1", "(11000, 11000)", bytes(9)),
        // In one strip, in one strip per line, in one tile, in many tiles; as bits, in a compression that may pack
        // any number of lines.
        bare_tiff({{256, 11000}, {257, 11000}, {258, 8}, {259, deflated}, {262, 1}, {273, 8}, {278, 11000}, {279, 99}}),
        bare_tiff({{256, 1}, {257, 134000000}, {258, 8}, {262, 1}, {273, 8}, {278, 1}, {279, 99}}),
        bare_tiff({{256, 11000}, {257, 11000}, {258, 8}, {262, 1}, {322, 16384}, {323, 8192}, {324, 8}, {325, 99}}),
        bare_tiff({{256, 1}, {257, 1}, {258, 8}, {262, 1}, {322, 1u << 31}, {323, 1u << 31}, {324, 8}, {325, 99}}),
        bare_tiff({{256, 11000}, {257, 11000}, {258, 8}, {262, 1}, {322, 16}, {323, 16}, {324, 8}, {325, 99}}),
        bare_tiff({{256, 8000}, {257, 8000}, {258, 1}, {259, COMPRESSION_CCITTFAX4}, {262, 0}, {273, 8}, {279, 99}}),
    };
    for (const bytes& file : files) BOOST_CHECK_THROW(decode_picture(file, "x"), job_error);
    const std::size_t taken = memory_taken(files);
    BOOST_TEST_MESSAGE(files.size() << " files that claim gigabytes take " << taken / 1024 << " KiB");
    BOOST_TEST(taken < std::size_t{24} << 20);
}

// Comments and profiles of 8 MB in 8 KB, a hundred times.
BOOST_AUTO_TEST_CASE(comments_take_no_memory) {
    const picture image = random_picture(4, 4, 1, 8, 1);
    bytes zeros = encode_png(make_picture("test", 8000, 1000, 1, sample_type::u8));
    std::uint32_t size = 0;
    for (std::size_t i = 0; i < 4; ++i) size = size << 8 | zeros[33 + i];
    bytes comment = {'x', 0, 0};
    comment.insert(comment.end(), zeros.begin() + 41, zeros.begin() + 41 + size);
    bytes file = encode_png(image);
    for (int i = 0; i < 100; ++i) file = with_chunk(std::move(file), i % 2 == 0 ? "zTXt" : "iCCP", comment);
    file = with_chunk(std::move(file), "tEXt", bytes(3 << 20, 'a'));
    BOOST_TEST((decode_picture(file, "x").bytes == image.bytes));
    BOOST_TEST(memory_taken({file}) < 8 * file.size() + (std::size_t{16} << 20));
}

BOOST_AUTO_TEST_CASE(scans_without_end_are_refused) {
    jpeg_kind progressive;
    progressive.progressive = true;
    const bytes file = encode_jpeg(random_picture(40, 40, 1, 8, 1), progressive);
    BOOST_CHECK_NO_THROW(decode_picture(file, "x"));
    // Repeats the last scan.
    const std::uint8_t mark[] = {0xff, 0xda};
    const auto last = std::find_end(file.begin(), file.end(), std::begin(mark), std::end(mark));
    bytes longer(file.begin(), last);
    for (int i = 0; i < 200; ++i) longer.insert(longer.end(), last, file.end() - 2);
    longer.insert(longer.end(), {0xff, 0xd9});
    BOOST_CHECK_THROW(decode_picture(longer, "x"), job_error);
}

BOOST_AUTO_TEST_CASE(the_limit_can_be_moved) {
    const picture image = random_picture(20, 10, 1, 8, 1);
    tiff_kind tiles;
    tiles.tiled = true;
    for (const bytes& file : {encode_png(image), encode_jpeg(image), encode_tiff(image, {}), encode_tiff(image, tiles),
                              encode_npy(image)}) {
        BOOST_CHECK_NO_THROW(decode_picture(file, "x", 200));
        expect_job_error([&] { decode_picture(file, "x", 199); }, "claims 20 x 10 pixels, more than the limit of 199");
    }
}

BOOST_AUTO_TEST_CASE(what_is_no_picture_is_refused) {
    const scratch_folder folder;
    expect_job_error([&] { read_picture(folder / "missing.png"); }, "No such file");
    expect_job_error([&] { read_picture(folder / "."); }, "Is a directory");
    write_bytes(folder / "empty.png", {});
    expect_job_error([&] { read_picture(folder / "empty.png"); }, "empty");
    expect_job_error([] { decode_picture({'%', 'P', 'D', 'F', '-', '1'}, "x"); }, "not a picture in a known format");
}

BOOST_AUTO_TEST_CASE(a_file_cut_off_anywhere_is_an_error) {
    int kind = 0;
    for (const bytes& file : samples_of_all_formats()) {
        ++kind;
        // FITS files are padded with zeros to whole blocks, which a reader does not need.
        std::size_t end = file.size();
        while (file[0] == 'S' && file[end - 1] == 0) --end;
        for (std::size_t size = 0; size < end; ++size)
            BOOST_TEST_CONTEXT("kind " << kind << " cut to " << size << " of " << file.size() << " bytes")
        BOOST_CHECK_THROW(decode_here(bytes(file.begin(), file.begin() + static_cast<long>(size))), job_error);
    }
}

BOOST_AUTO_TEST_CASE(a_damaged_file_is_read_or_refused) {
    const unsigned seed = 20240;
    BOOST_TEST_MESSAGE("seed " << seed);
    std::mt19937 random(seed);
    for (const bytes& file : samples_of_all_formats())
        for (int attempt = 0; attempt < 400; ++attempt) {
            bytes damaged = file;
            for (int i = 0; i < 1 + attempt % 4; ++i)
                damaged[random() % damaged.size()] = static_cast<std::uint8_t>(random());
            try {
                const picture image = decode_here(damaged);
                BOOST_TEST(image.bytes.size() == image.row_bytes() * image.height);
            } catch (const job_error&) {
            }
        }
}

BOOST_AUTO_TEST_SUITE_END()
