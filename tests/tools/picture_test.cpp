// Pictures in every format, whole, cut off, damaged and absurd.
#include <array>
#include <csetjmp>
#include <cstdio>

#include <jpeglib.h>
#include <png.h>
#include <tiffio.h>

#include "support.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

using bytes = std::vector<std::uint8_t>;

bytes encode_jpeg(const picture& image) {
    jpeg_compress_struct info{};
    jpeg_error_mgr errors{};
    info.err = jpeg_std_error(&errors);
    jpeg_create_compress(&info);
    unsigned char* memory = nullptr;
    unsigned long size = 0;
    jpeg_mem_dest(&info, &memory, &size);
    info.image_width = static_cast<JDIMENSION>(image.width);
    info.image_height = static_cast<JDIMENSION>(image.height);
    info.input_components = static_cast<int>(image.channels);
    info.in_color_space = image.channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(&info);
    jpeg_set_quality(&info, 95, TRUE);
    jpeg_start_compress(&info, TRUE);
    std::vector<JSAMPLE> row(image.width * image.channels);
    while (info.next_scanline < info.image_height) {
        const auto* from = &image.samples[info.next_scanline * row.size()];
        std::transform(from, from + row.size(), row.begin(), [](std::uint16_t v) { return static_cast<JSAMPLE>(v); });
        JSAMPROW rows[] = {row.data()};
        jpeg_write_scanlines(&info, rows, 1);
    }
    jpeg_finish_compress(&info);
    jpeg_destroy_compress(&info);
    bytes result(memory, memory + size);
    std::free(memory);
    return result;
}

struct tiff_kind {
    bool tiled = false;
    bool separate = false;
    const char* mode = "w";  // "wb" is big-endian, "w8" BigTIFF
    std::uint16_t compression = COMPRESSION_LZW;
    std::uint16_t photometric = PHOTOMETRIC_MINISBLACK;
};

// The samples of a rectangle of one plane (or of all channels) as the file's bytes, in native order.
bytes cut_out(const picture& image, std::size_t x0, std::size_t y0, std::size_t width, std::size_t height, int plane) {
    bytes out;
    for (std::size_t y = y0; y < y0 + height; ++y)
        for (std::size_t x = x0; x < x0 + width; ++x)
            for (unsigned c = 0; c < image.channels; ++c) {
                if (plane >= 0 && c != static_cast<unsigned>(plane)) continue;
                const bool inside = x < image.width && y < image.height;
                const std::uint16_t v = inside ? image.samples[(y * image.width + x) * image.channels + c] : 0;
                out.push_back(static_cast<std::uint8_t>(v));
                if (image.bits == 16) out.push_back(static_cast<std::uint8_t>(v >> 8));
            }
    return out;
}

void write_tiff_data(TIFF* tiff, const picture& image, const tiff_kind& kind) {
    const int planes = kind.separate ? static_cast<int>(image.channels) : 1;
    for (int p = 0; p < planes; ++p) {
        const int plane = kind.separate ? p : -1;
        const auto sample = static_cast<std::uint16_t>(p);
        for (std::uint32_t y = 0; y < image.height; y += kind.tiled ? 16 : 1) {
            if (!kind.tiled) {
                bytes row = cut_out(image, 0, y, image.width, 1, plane);
                TIFFWriteScanline(tiff, row.data(), y, sample);
                continue;
            }
            for (std::uint32_t x = 0; x < image.width; x += 16) {
                bytes tile = cut_out(image, x, y, 16, 16, plane);
                TIFFWriteTile(tiff, tile.data(), x, y, 0, sample);
            }
        }
    }
}

bytes encode_tiff(const picture& image, const tiff_kind& kind) {
    const scratch_folder folder;
    const std::string path = folder / "x.tif";
    TIFF* tiff = TIFFOpen(path.c_str(), kind.mode);
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(image.width));
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(image.height));
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, image.bits);
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, image.channels);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, image.colours() == 3 ? PHOTOMETRIC_RGB : kind.photometric);
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, kind.separate ? PLANARCONFIG_SEPARATE : PLANARCONFIG_CONTIG);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, kind.compression);
    const std::uint16_t extra = EXTRASAMPLE_UNASSALPHA;
    if (image.has_alpha()) TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &extra);
    if (kind.tiled) {
        TIFFSetField(tiff, TIFFTAG_TILEWIDTH, 16);
        TIFFSetField(tiff, TIFFTAG_TILELENGTH, 16);
    } else {
        TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 5);
    }
    write_tiff_data(tiff, image, kind);
    TIFFClose(tiff);
    return read_bytes(path);
}

void check_same(const picture& a, const picture& b) {
    BOOST_TEST(a.width == b.width);
    BOOST_TEST(a.height == b.height);
    BOOST_TEST(a.channels == b.channels);
    BOOST_TEST(a.bits == b.bits);
    BOOST_TEST((a.samples == b.samples));
}

// The CRC of a PNG chunk, bit by bit, so that a test can change a header.
std::uint32_t chunk_crc(const std::uint8_t* from, std::size_t size) {
    std::uint32_t crc = ~0u;
    for (std::size_t i = 0; i < size; ++i) {
        crc ^= from[i];
        for (int bit = 0; bit < 8; ++bit) crc = (crc & 1) != 0 ? 0xedb88320u ^ crc >> 1 : crc >> 1;
    }
    return ~crc;
}

bytes png_that_claims(std::uint32_t width, std::uint32_t height) {
    bytes file = encode_png(random_picture(4, 4, 1, 8, 1));
    const auto put = [&](std::size_t at, std::uint32_t v) {
        for (std::size_t i = 0; i < 4; ++i) file[at + i] = static_cast<std::uint8_t>(v >> (24 - 8 * i));
    };
    put(16, width);
    put(20, height);
    put(29, chunk_crc(&file[12], 17));
    return file;
}

// A palette picture of 2 bits, one of its colours transparent.
bytes palette_png() {
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(png);
    bytes out;
    png_set_write_fn(
        png, &out,
        [](png_structp p, png_bytep from, std::size_t n) {
            auto* to = static_cast<bytes*>(png_get_io_ptr(p));
            to->insert(to->end(), from, from + n);
        },
        nullptr);
    png_set_IHDR(png, info, 4, 1, 2, PNG_COLOR_TYPE_PALETTE, PNG_INTERLACE_ADAM7, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    const png_color palette[] = {{1, 2, 3}, {10, 20, 30}, {100, 110, 120}, {255, 254, 253}};
    const png_byte alpha[] = {0};
    png_set_PLTE(png, info, palette, 4);
    png_set_tRNS(png, info, alpha, 1, nullptr);
    png_byte row[] = {0x1b};  // 0 1 2 3
    png_bytep rows[] = {row};
    png_set_rows(png, info, rows);
    png_write_png(png, info, PNG_TRANSFORM_IDENTITY, nullptr);
    png_destroy_write_struct(&png, &info);
    return out;
}

// Every kind of file that is read, small.
std::vector<bytes> samples_of_all_formats() {
    const picture grey = random_picture(9, 7, 1, 8, 5);
    const picture rgb16 = random_picture(9, 7, 3, 16, 6);
    tiff_kind tiles;
    tiles.tiled = true;
    return {encode_png(grey),
            encode_png(rgb16),
            palette_png(),
            encode_jpeg(grey),
            encode_jpeg(random_picture(20, 17, 3, 8, 7)),
            encode_tiff(grey, {}),
            encode_tiff(rgb16, tiles),
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
    expect_job_error([] { decode_picture(png_that_claims(60000, 60000), "x"); }, "claims 60000 x 60000 pixels");
    expect_job_error([] { decode_picture(png_that_claims(2000000000, 1), "x"); }, "claims 2000000000 x 1 pixels");
    expect_job_error([] { decode_picture(png_that_claims(0, 4), "x"); }, "broken PNG");
    bytes jpeg = encode_jpeg(random_picture(16, 16, 1, 8, 1));
    const std::array<std::uint8_t, 2> frame = {0xff, 0xc0};
    const auto at = std::search(jpeg.begin(), jpeg.end(), frame.begin(), frame.end());
    BOOST_REQUIRE((at != jpeg.end()));
    for (const int i : {5, 7}) at[i] = 0xea, at[i + 1] = 0x60;
    expect_job_error([&] { decode_picture(jpeg, "x"); }, "claims 60000 x 60000 pixels");
    expect_job_error([] { decode_picture(npy_bytes("|u1", "(60000, 60000)", {}), "x"); }, "shorter than its shape");
    picture huge;
    huge.width = huge.height = 60000;
    tiff_kind kind;
    kind.compression = COMPRESSION_NONE;
    const scratch_folder folder;
    TIFF* tiff = TIFFOpen((folder / "x.tif").c_str(), "w");
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, 60000);
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, 60000);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    std::vector<std::uint8_t> row(60000);
    TIFFWriteScanline(tiff, row.data(), 0, 0);
    TIFFClose(tiff);
    expect_job_error([&] { read_picture(folder / "x.tif"); }, "claims 60000 x 60000 pixels");
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
    for (const bytes& file : samples_of_all_formats())
        for (std::size_t size = 0; size < file.size(); ++size)
            BOOST_CHECK_THROW(decode_picture(bytes(file.begin(), file.begin() + static_cast<long>(size)), "x"),
                              job_error);
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
