// Pictures in every format, whole, cut off, damaged and absurd.
#include <sys/resource.h>

#include "picture_files.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

void check_same(const picture& a, const picture& b) {
    BOOST_TEST(a.width == b.width);
    BOOST_TEST(a.height == b.height);
    BOOST_TEST(a.channels == b.channels);
    BOOST_TEST(a.bits == b.bits);
    BOOST_TEST((a.samples == b.samples));
}

// A stored picture as somebody sees it: where its first row and column lie, by the EXIF standard's words.
picture upright(const picture& stored, unsigned orientation) {
    picture seen = stored;
    const std::size_t w = stored.width - 1;
    const std::size_t h = stored.height - 1;
    if (orientation >= 5) std::swap(seen.width, seen.height);
    for (std::size_t y = 0; y <= h; ++y)
        for (std::size_t x = 0; x <= w; ++x) {
            const std::pair<std::size_t, std::size_t> places[] = {
                {x, y},          // the row on top, the column on the left
                {w - x, y},      // top, right
                {w - x, h - y},  // bottom, right
                {x, h - y},      // bottom, left
                {y, x},          // left, top
                {h - y, x},      // right, top
                {h - y, w - x},  // right, bottom
                {y, w - x},      // left, bottom
            };
            const auto [right, down] = places[orientation - 1];
            std::copy_n(&stored.samples[(y * stored.width + x) * stored.channels], stored.channels,
                        &seen.samples[(down * seen.width + right) * seen.channels]);
        }
    return seen;
}

// The pages that reading these files touches at most, in bytes, measured in a child that ends with it.
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
                decode_picture(file, "x", max_pixels);
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

picture smooth_picture(unsigned channels) {
    picture image = make_picture("test", 40, 24, channels, 8);
    for (std::size_t i = 0; i < image.samples.size(); ++i)
        image.samples[i] = static_cast<std::uint16_t>(40 + (i / channels % 40 * 4 + i % channels * 20) % 180);
    return image;
}

int largest_difference(const picture& a, const picture& b) {
    BOOST_REQUIRE(a.samples.size() == b.samples.size());
    int worst = 0;
    for (std::size_t i = 0; i < a.samples.size(); ++i)
        worst = std::max(worst, std::abs(int{a.samples[i]} - int{b.samples[i]}));
    return worst;
}

// What inks look like, 0 being none.
picture printed(const picture& inks) {
    picture image = make_picture("test", inks.width, inks.height, 3, inks.bits);
    const double highest = inks.highest();
    for (std::size_t i = 0; i < image.samples.size(); ++i) {
        const std::uint16_t* pixel = &inks.samples[i / 3 * 4];
        image.samples[i] =
            static_cast<std::uint16_t>(std::lround((highest - pixel[i % 3]) * (highest - pixel[3]) / highest));
    }
    return image;
}

// Every kind of file that is read, small.
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
    return {encode_png(grey),
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
}

}  // namespace

BOOST_AUTO_TEST_SUITE(pictures)

BOOST_AUTO_TEST_CASE(png_comes_back) {
    for (const unsigned bits : {8u, 16u})
        for (const unsigned channels : {1u, 2u, 3u, 4u}) {
            const picture image = random_picture(13, 6, channels, bits, channels + bits);
            check_same(decode_picture(encode_png(image), "x"), image);
        }
}

BOOST_AUTO_TEST_CASE(palettes_become_colours) {
    const picture image = decode_picture(palette_png(), "x");
    BOOST_TEST(image.channels == 4u);
    BOOST_TEST(image.bits == 8u);
    BOOST_TEST((image.samples ==
                std::vector<std::uint16_t>{1, 2, 3, 0, 10, 20, 30, 255, 100, 110, 120, 255, 255, 254, 253, 255}));
}

BOOST_AUTO_TEST_CASE(jpeg_comes_close) {
    for (const unsigned channels : {1u, 3u}) {
        picture image = make_picture("test", 40, 24, channels, 8);
        for (std::size_t i = 0; i < image.samples.size(); ++i)
            image.samples[i] = static_cast<std::uint16_t>(40 + i / channels % 40 * 4);
        const picture back = decode_picture(encode_jpeg(image), "x");
        BOOST_TEST(back.channels == channels);
        BOOST_TEST(back.width == 40u);
        BOOST_TEST(back.height == 24u);
        int worst = 0;
        for (std::size_t i = 0; i < image.samples.size(); ++i)
            worst = std::max(worst, std::abs(int{image.samples[i]} - int{back.samples[i]}));
        BOOST_TEST(worst <= 6);
    }
}

BOOST_AUTO_TEST_CASE(tiff_comes_back) {
    for (const unsigned bits : {8u, 16u})
        for (const unsigned channels : {1u, 2u, 3u, 4u})
            for (const bool tiled : {false, true})
                for (const bool separate : {false, true})
                    for (const char* mode : {"wl", "wb", "w8"}) {
                        const picture image = random_picture(37, 21, channels, bits, channels);
                        const tiff_kind kind{tiled, separate, mode, COMPRESSION_LZW, PHOTOMETRIC_MINISBLACK};
                        check_same(decode_picture(encode_tiff(image, kind), "x"), image);
                    }
}

BOOST_AUTO_TEST_CASE(white_may_be_zero_in_tiff) {
    picture image = random_picture(9, 5, 1, 8, 3);
    tiff_kind kind;
    kind.photometric = PHOTOMETRIC_MINISWHITE;
    const picture back = decode_picture(encode_tiff(image, kind), "x");
    for (auto& s : image.samples) s = static_cast<std::uint16_t>(255 - s);
    check_same(back, image);
}

BOOST_AUTO_TEST_CASE(arrays_are_pictures) {
    const picture grey = decode_picture(npy_bytes("<u2", "(1, 2)", {1, 2, 3, 4}), "x");
    BOOST_TEST(grey.bits == 16u);
    BOOST_TEST((grey.samples == std::vector<std::uint16_t>{0x201, 0x403}));
    const picture big = decode_picture(npy_bytes(">u2", "(1, 2)", {1, 2, 3, 4}), "x");
    BOOST_TEST((big.samples == std::vector<std::uint16_t>{0x102, 0x304}));
    const picture rgb = decode_picture(npy_bytes("|u1", "(1, 2, 3)", {1, 2, 3, 4, 5, 6}), "x");
    BOOST_TEST(rgb.channels == 3u);
    BOOST_TEST(rgb.samples.back() == 6u);
    expect_job_error([] { decode_picture(npy_bytes("<f4", "(1, 2)", bytes(8)), "x"); }, "an array is a picture if");
    expect_job_error([] { decode_picture(npy_bytes("|u1", "(1, 1, 5)", bytes(5)), "x"); }, "an array is a picture if");
}

BOOST_AUTO_TEST_CASE(pictures_become_arrays) {
    for (const unsigned bits : {8u, 16u})
        for (const unsigned channels : {1u, 3u}) {
            const picture image = random_picture(5, 3, channels, bits, channels);
            check_same(decode_picture(encode_npy(image), "x"), image);
        }
}

BOOST_AUTO_TEST_CASE(absurd_sizes_are_refused_before_memory_is_taken) {
    expect_job_error([] { decode_picture(png_that_claims(0x7fffffff, 0x7fffffff), "x"); },
                     "claims 2147483647 x 2147483647 pixels, more than the 134217728 that are read");
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

// Sizes within the limit that the files cannot hold: the header alone must not cost memory.
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
        // In one strip, in a strip for each line, in one tile, in many; as bits, which a code may pack without limit.
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

// Comments and profiles of 8 MB each in 8 KB, a hundred times.
BOOST_AUTO_TEST_CASE(comments_take_no_memory) {
    const picture image = random_picture(4, 4, 1, 8, 1);
    bytes zeros = encode_png(make_picture("test", 8000, 1000, 1, 8));
    std::uint32_t size = 0;
    for (std::size_t i = 0; i < 4; ++i) size = size << 8 | zeros[33 + i];
    bytes comment = {'x', 0, 0};
    comment.insert(comment.end(), zeros.begin() + 41, zeros.begin() + 41 + size);
    bytes file = encode_png(image);
    for (int i = 0; i < 100; ++i) file = with_chunk(std::move(file), i % 2 == 0 ? "zTXt" : "iCCP", comment);
    file = with_chunk(std::move(file), "tEXt", bytes(3 << 20, 'a'));
    BOOST_TEST((decode_picture(file, "x").samples == image.samples));
    BOOST_TEST(memory_taken({file}) < 8 * file.size() + (std::size_t{16} << 20));
}

BOOST_AUTO_TEST_CASE(scans_without_end_are_refused) {
    jpeg_kind progressive;
    progressive.progressive = true;
    const bytes file = encode_jpeg(random_picture(40, 40, 1, 8, 1), progressive);
    BOOST_CHECK_NO_THROW(decode_picture(file, "x"));
    // The last scan again and again.
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
        expect_job_error([&] { decode_picture(file, "x", 199); }, "claims 20 x 10 pixels, more than the 199");
    }
}

BOOST_AUTO_TEST_CASE(jpeg_orientation_is_honoured) {
    for (const unsigned channels : {1u, 3u}) {
        const picture image = smooth_picture(channels);
        const picture stored = decode_picture(encode_jpeg(image), "x");
        for (const bool big : {false, true})
            for (unsigned o = 1; o <= 8; ++o) BOOST_TEST_CONTEXT("orientation " << o) {
                    jpeg_kind kind;
                    kind.exif = exif_block(o, big);
                    check_same(decode_picture(encode_jpeg(image, kind), "x"), upright(stored, o));
                }
    }
}

BOOST_AUTO_TEST_CASE(png_orientation_is_honoured) {
    const picture image = random_picture(5, 3, 3, 16, 1);
    for (const bool big : {false, true})
        for (unsigned o = 1; o <= 8; ++o)
            check_same(decode_picture(with_chunk(encode_png(image), "eXIf", exif_block(o, big)), "x"),
                       upright(image, o));
}

BOOST_AUTO_TEST_CASE(damaged_exif_is_ignored) {
    const picture image = smooth_picture(1);
    const picture stored = decode_picture(encode_jpeg(image), "x");
    const auto check_ignored = [&](const bytes& exif) {
        jpeg_kind kind;
        kind.exif = exif;
        check_same(decode_picture(encode_jpeg(image, kind), "x"), stored);
        check_same(decode_picture(with_chunk(encode_png(image), "eXIf", exif), "x"), image);
    };
    const bytes good = exif_block(6, true);
    for (std::size_t size = 1; size < 20; ++size) check_ignored(bytes(good.begin(), good.begin() + size));
    for (const unsigned wrong : {0u, 9u, 0x600u, 0xffffu}) check_ignored(exif_block(wrong, true));
    check_ignored(exif_block(6, false, 4));  // no SHORT
    for (const std::size_t at : {0, 3, 4, 7, 10, 15}) {
        bytes damaged = good;
        damaged[at] = 0xff;
        check_ignored(damaged);
    }
    bytes endless = good;  // a directory of 65535 entries
    endless[8] = endless[9] = 0xff;
    endless[10] = 0;
    check_ignored(endless);
}

BOOST_AUTO_TEST_CASE(tiff_orientation_is_honoured_for_every_kind) {
    struct colours {
        unsigned channels;
        std::uint16_t photometric;
    };
    for (const colours c :
         {colours{1, PHOTOMETRIC_MINISBLACK}, colours{1, PHOTOMETRIC_MINISWHITE}, colours{1, PHOTOMETRIC_PALETTE},
          colours{2, PHOTOMETRIC_MINISBLACK}, colours{3, PHOTOMETRIC_RGB}, colours{4, PHOTOMETRIC_RGB},
          colours{4, PHOTOMETRIC_SEPARATED}})
        for (const unsigned bits : {8u, 16u})
            for (const bool tiled : {false, true})
                for (const bool separate : {false, true}) {
                    if (c.photometric == PHOTOMETRIC_PALETTE && (bits == 16 || separate)) continue;
                    const picture image = random_picture(37, 21, c.channels, bits, 1);
                    tiff_kind kind;
                    kind.tiled = tiled;
                    kind.separate = separate;
                    kind.photometric = c.photometric;
                    const picture stored = decode_picture(encode_tiff(image, kind), "x");
                    BOOST_TEST(stored.bits == bits);
                    for (std::uint16_t o = 1; o <= 8; ++o) BOOST_TEST_CONTEXT(c.photometric << " orientation " << o) {
                            kind.orientation = o;
                            check_same(decode_picture(encode_tiff(image, kind), "x"), upright(stored, o));
                        }
                }
}

BOOST_AUTO_TEST_CASE(palettes_of_tiff_become_colours) {
    const picture image = random_picture(37, 21, 1, 8, 1);
    tiff_kind kind;
    kind.photometric = PHOTOMETRIC_PALETTE;
    for (const bool tiled : {false, true}) {
        kind.tiled = tiled;
        const picture back = decode_picture(encode_tiff(image, kind), "x");
        BOOST_REQUIRE(back.channels == 3u);
        for (std::size_t i = 0; i < back.samples.size(); ++i)
            BOOST_REQUIRE(back.samples[i] == palette_of(static_cast<unsigned>(i % 3))[image.samples[i / 3]] >> 8);
    }
}

BOOST_AUTO_TEST_CASE(inks_become_colours) {
    for (const unsigned bits : {8u, 16u})
        for (const bool separate : {false, true}) {
            const picture inks = random_picture(37, 21, 4, bits, 2);
            tiff_kind kind;
            kind.photometric = PHOTOMETRIC_SEPARATED;
            kind.separate = separate;
            check_same(decode_picture(encode_tiff(inks, kind), "x"), printed(inks));
        }
    const picture inks = smooth_picture(4);
    picture inverted = inks;
    for (auto& s : inverted.samples) s = static_cast<std::uint16_t>(255 - s);
    for (const J_COLOR_SPACE stored : {JCS_CMYK, JCS_YCCK}) {
        jpeg_kind kind;
        kind.stored = stored;
        const picture adobe = decode_picture(encode_jpeg(inverted, kind), "x");
        BOOST_TEST(adobe.channels == 3u);
        BOOST_TEST(largest_difference(adobe, printed(inks)) <= 12);
        kind.adobe_mark = false;
        if (stored == JCS_CMYK)
            BOOST_TEST(largest_difference(decode_picture(encode_jpeg(inks, kind), "x"), printed(inks)) <= 12);
    }
}

BOOST_AUTO_TEST_CASE(what_is_no_picture_is_refused) {
    const scratch_folder folder;
    expect_job_error([&] { read_picture(folder / "missing.png"); }, "No such file");
    expect_job_error([&] { read_picture(folder / "."); }, "Is a directory");
    write_bytes(folder / "empty.png", {});
    expect_job_error([&] { read_picture(folder / "empty.png"); }, "empty");
    expect_job_error([] { decode_picture({'G', 'I', 'F', '8', '9', 'a'}, "x"); }, "neither PNG");
}

BOOST_AUTO_TEST_CASE(a_file_cut_off_anywhere_is_an_error) {
    int kind = 0;
    for (const bytes& file : samples_of_all_formats()) {
        ++kind;
        for (std::size_t size = 0; size < file.size(); ++size)
            BOOST_TEST_CONTEXT("kind " << kind << " cut to " << size << " of " << file.size() << " bytes")
        BOOST_CHECK_THROW(decode_picture(bytes(file.begin(), file.begin() + static_cast<long>(size)), "x"), job_error);
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
                const picture image = decode_picture(damaged, "x");
                BOOST_TEST(image.samples.size() == image.pixels() * image.channels);
            } catch (const job_error&) {
            }
        }
}

BOOST_AUTO_TEST_SUITE_END()
