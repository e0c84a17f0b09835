// Pictures in every format survive writing and reading, upright and with the right colours.
#include "picture_files.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

void check_same(const picture& a, const picture& b) {
    BOOST_TEST(a.width == b.width);
    BOOST_TEST(a.height == b.height);
    BOOST_TEST(a.channels == b.channels);
    BOOST_TEST((a.type == b.type));
    BOOST_TEST((a.alpha == b.alpha));
    BOOST_TEST((a.bytes == b.bytes));
}

// A stored picture as a viewer sees it: the place of its first row and column, in the words of the EXIF standard.
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
            for (std::size_t c = 0; c < seen.channels; ++c)
                seen.set((down * seen.width + right) * seen.channels + c,
                         stored.at((y * stored.width + x) * stored.channels + c));
        }
    return seen;
}

picture smooth_picture(unsigned channels) {
    picture image = make_picture("test", 40, 24, channels, sample_type::u8);
    for (std::size_t i = 0; i < image.samples(); ++i)
        image.set(i, static_cast<std::uint16_t>(40 + (i / channels % 40 * 4 + i % channels * 20) % 180));
    return image;
}

int largest_difference(const picture& a, const picture& b) {
    BOOST_REQUIRE(a.samples() == b.samples());
    int worst = 0;
    for (std::size_t i = 0; i < a.samples(); ++i)
        worst = std::max(worst, std::abs(static_cast<int>(a.at(i)) - static_cast<int>(b.at(i))));
    return worst;
}

// The colours of CMYK values; 0 means no ink.
picture printed(const picture& inks) {
    picture image = make_picture("test", inks.width, inks.height, 3, inks.type);
    const double highest = inks.white();
    for (std::size_t i = 0; i < image.samples(); ++i) {
        const std::size_t pixel = i / 3 * 4;
        image.set(i, std::round((highest - inks.at(pixel + i % 3)) * (highest - inks.at(pixel + 3)) / highest));
    }
    return image;
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
    BOOST_TEST((image.type == sample_type::u8));
    BOOST_TEST((levels(image) ==
                std::vector<std::uint16_t>{1, 2, 3, 0, 10, 20, 30, 255, 100, 110, 120, 255, 255, 254, 253, 255}));
}

BOOST_AUTO_TEST_CASE(jpeg_comes_close) {
    for (const unsigned channels : {1u, 3u}) {
        picture image = make_picture("test", 40, 24, channels, sample_type::u8);
        for (std::size_t i = 0; i < image.samples(); ++i)
            image.set(i, static_cast<std::uint16_t>(40 + i / channels % 40 * 4));
        const picture back = decode_picture(encode_jpeg(image), "x");
        BOOST_TEST(back.channels == channels);
        BOOST_TEST(back.width == 40u);
        BOOST_TEST(back.height == 24u);
        int worst = 0;
        for (std::size_t i = 0; i < image.samples(); ++i)
            worst = std::max(worst, std::abs(static_cast<int>(image.at(i)) - static_cast<int>(back.at(i))));
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

// Previews and masks are not pages.
BOOST_AUTO_TEST_CASE(tiff_pages_are_counted) {
    const picture page = random_picture(9, 7, 1, 8, 1), other = random_picture(9, 7, 1, 8, 3),
                  preview = random_picture(4, 3, 1, 8, 2);
    for (const char* mode : {"w", "wb", "w8"}) {
        tiff_kind kind;
        kind.mode = mode;
        const auto open = [&](const std::vector<std::pair<picture, std::uint32_t>>& pages) {
            return open_pages({encode_tiff_pages(pages, kind), "x.tif", {}, default_max_pixels, {}});
        };
        const auto pages = open({{page, 0}, {preview, FILETYPE_REDUCEDIMAGE}, {other, FILETYPE_PAGE}});
        BOOST_TEST(pages->pages() == 2u);
        check_same(pages->read(1), other);
        check_same(pages->read(0), page);
        const std::uint32_t mask = FILETYPE_REDUCEDIMAGE | FILETYPE_MASK;
        BOOST_TEST(open({{page, 0}, {preview, FILETYPE_REDUCEDIMAGE}, {preview, mask}})->pages() == 1u);
        expect_job_error(
            [&] {
                open({{preview, FILETYPE_REDUCEDIMAGE}, {page, 0}});
            },
            "x.tif: its first picture is a preview or a mask");
        expect_job_error(
            [&] {
                decode_picture(encode_tiff_pages({{page, 0}, {page, 0}}, kind), "x.tif");
            },
            "x.tif: has 2 pages; only a picture with one page is supported here");
    }
}

BOOST_AUTO_TEST_CASE(tiff_of_other_samples_says_which) {
    const auto refused = [](unsigned bits, std::uint16_t format, const std::string& words) {
        tiff_kind kind;
        kind.sample_format = format;
        expect_job_error([&] { decode_picture(encode_tiff(random_picture(9, 7, 1, bits, 1), kind), "x"); }, words);
    };
    refused(8, SAMPLEFORMAT_IEEEFP, "its samples are floating-point numbers of 8 bits");
    for (const unsigned bits : {8u, 16u}) refused(bits, SAMPLEFORMAT_VOID, "its samples are undefined data");
    refused(16, SAMPLEFORMAT_COMPLEXINT, "its samples are complex");
    expect_job_error(
        [&] {
            decode_picture(bare_tiff({{256, 1}, {257, 1}, {258, 24}, {262, 1}, {273, 8}, {278, 1}, {279, 99}}), "x");
        },
        "its samples have 24 bits");
}

// Each number is the one that was stored, in the smallest type that holds all numbers of the stored type.
BOOST_AUTO_TEST_CASE(tiff_of_signed_numbers_becomes_floating_point) {
    picture image = make_picture("test", 3, 1, 1, sample_type::u8);
    image.bytes = {0x80, 0xff, 0x7f};
    tiff_kind kind;
    kind.sample_format = SAMPLEFORMAT_INT;
    const picture back = decode_picture(encode_tiff(image, kind), "x");
    BOOST_TEST((back.type == sample_type::f32));
    BOOST_TEST(back.at(0) == -128);
    BOOST_TEST(back.at(1) == -1);
    BOOST_TEST(back.at(2) == 127);
}

// An animated PNG has a special chunk before the data of its first picture.
BOOST_AUTO_TEST_CASE(animations_are_refused) {
    const picture image = random_picture(5, 4, 1, 8, 1);
    const bytes file = encode_png(image);
    const auto animated = [&](std::uint8_t frames) { return with_chunk(file, "acTL", {0, 0, 0, frames, 0, 0, 0, 0}); };
    expect_job_error([&] { decode_picture(animated(2), "x.png"); }, "x.png: an animation of 2 frames");
    check_same(decode_picture(animated(1), "x"), image);
}

BOOST_AUTO_TEST_CASE(white_may_be_zero_in_tiff) {
    picture image = random_picture(9, 5, 1, 8, 3);
    tiff_kind kind;
    kind.photometric = PHOTOMETRIC_MINISWHITE;
    const picture back = decode_picture(encode_tiff(image, kind), "x");
    fill(image, [](double s) { return static_cast<std::uint16_t>(255 - s); });
    check_same(back, image);
}

BOOST_AUTO_TEST_CASE(arrays_are_pictures) {
    const picture grey = decode_picture(npy_bytes("<u2", "(1, 2)", {1, 2, 3, 4}), "x");
    BOOST_TEST((grey.type == sample_type::u16));
    BOOST_TEST((levels(grey) == std::vector<std::uint16_t>{0x201, 0x403}));
    const picture big = decode_picture(npy_bytes(">u2", "(1, 2)", {1, 2, 3, 4}), "x");
    BOOST_TEST((levels(big) == std::vector<std::uint16_t>{0x102, 0x304}));
    const picture rgb = decode_picture(npy_bytes("|u1", "(1, 2, 3)", {1, 2, 3, 4, 5, 6}), "x");
    BOOST_TEST(rgb.channels == 3u);
    BOOST_TEST(rgb.bytes.back() == 6u);
    const std::vector<float> numbers = {-1.5f, 2e30f};
    const picture floats = decode_picture(npy_bytes("<f4", "(1, 2)", as_bytes(numbers)), "x");
    BOOST_TEST((floats.type == sample_type::f32));
    BOOST_TEST(floats.at(0) == -1.5);
    // Five numbers are no channels: the last axis is the width, and the first one counts pages.
    BOOST_TEST(decode_picture(npy_bytes("|u1", "(1, 1, 5)", bytes(5)), "x").width == 5u);
    expect_job_error([] { decode_picture(npy_bytes("|u1", "(2, 1, 5)", bytes(10)), "x"); }, "has 2 pages");
    expect_job_error([] { decode_picture(npy_bytes("<c8", "(1, 2)", bytes(16)), "x"); }, "complex numbers");
    expect_job_error([] { decode_picture(npy_bytes("<f4", "(2,)", bytes(8)), "x"); }, "must have the shape");
}

BOOST_AUTO_TEST_CASE(pictures_become_arrays) {
    for (const unsigned bits : {8u, 16u})
        for (const unsigned channels : {1u, 3u}) {
            const picture image = random_picture(5, 3, channels, bits, channels);
            check_same(decode_picture(encode_npy(image), "x"), image);
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
    check_ignored(exif_block(6, false, 4));  // not a SHORT
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
                    BOOST_TEST(8 * size_of(stored.type) == bits);
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
        for (std::size_t i = 0; i < back.samples(); ++i)
            BOOST_REQUIRE(back.at(i) == palette_of(static_cast<unsigned>(i % 3))[levels(image)[i / 3]] >> 8);
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
    fill(inverted, [](double s) { return static_cast<std::uint16_t>(255 - s); });
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

BOOST_AUTO_TEST_SUITE_END()
