// Small picture files of every kind, as programs write them, for tests and for the corpus of tests/fuzz/.
#pragma once

#include <csetjmp>
#include <cstdio>
#include <stdexcept>

#include <jpeglib.h>
#include <png.h>
#include <tiffio.h>
#include <zlib.h>

#include "image/picture_file.hpp"
#include "image/picture_sink.hpp"
#include "support.hpp"

namespace stockham::tools::test {

using bytes = std::vector<std::uint8_t>;

/// A file that gzip packs.
inline bytes pack(const bytes& file) {
    z_stream stream{};
    deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    bytes packed(deflateBound(&stream, file.size()) + 64);
    stream.next_in = const_cast<Bytef*>(file.data());
    stream.avail_in = static_cast<uInt>(file.size());
    stream.next_out = packed.data();
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(packed.size() - stream.avail_out);
    deflateEnd(&stream);
    return packed;
}

/// EXIF data with one entry: the orientation, as `type` (3 is the right one).
inline bytes exif_block(unsigned orientation, bool big, unsigned type = 3) {
    bytes out = big ? bytes{'M', 'M'} : bytes{'I', 'I'};
    const auto put = [&](std::uint32_t value, unsigned size) {
        for (unsigned i = 0; i < size; ++i)
            out.push_back(static_cast<std::uint8_t>(value >> 8 * (big ? size - 1 - i : i)));
    };
    put(42, 2), put(8, 4), put(1, 2);
    put(0x0112, 2), put(type, 2), put(1, 4), put(orientation, 2), put(0, 2);
    put(0, 4);
    return out;
}

struct jpeg_kind {
    J_COLOR_SPACE stored = JCS_UNKNOWN;  ///< default: the color space that libjpeg assumes
    bool adobe_mark = true;              ///< for CMYK
    bool progressive = false;
    bytes exif = {};
};

/// Grey, RGB, or with four channels CMYK.
inline bytes encode_jpeg(const picture& image, const jpeg_kind& kind = {}) {
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
    info.in_color_space = image.channels == 1 ? JCS_GRAYSCALE : image.channels == 3 ? JCS_RGB : JCS_CMYK;
    jpeg_set_defaults(&info);
    if (kind.stored != JCS_UNKNOWN) jpeg_set_colorspace(&info, kind.stored);
    if (image.channels == 4) info.write_Adobe_marker = kind.adobe_mark ? TRUE : FALSE;
    if (image.channels == 4)
        for (int c = 0; c < 4; ++c) info.comp_info[c].h_samp_factor = info.comp_info[c].v_samp_factor = 1;
    if (kind.progressive) jpeg_simple_progression(&info);
    jpeg_set_quality(&info, 95, TRUE);
    jpeg_start_compress(&info, TRUE);
    if (!kind.exif.empty()) {
        bytes marker = {'E', 'x', 'i', 'f', 0, 0};
        marker.insert(marker.end(), kind.exif.begin(), kind.exif.end());
        jpeg_write_marker(&info, JPEG_APP0 + 1, marker.data(), static_cast<unsigned>(marker.size()));
    }
    std::vector<JSAMPLE> row(image.width * image.channels);
    while (info.next_scanline < info.image_height) {
        std::copy_n(&image.bytes[info.next_scanline * row.size()], row.size(), row.begin());
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
    const char* mode = "w";  ///< "wb" is big-endian, "w8" BigTIFF
    std::uint16_t compression = COMPRESSION_LZW;
    std::uint16_t photometric = PHOTOMETRIC_MINISBLACK;  ///< for one channel; for four channels PHOTOMETRIC_SEPARATED
    std::uint16_t orientation = 0;                       ///< 0: not written
    std::uint16_t sample_format = 0;                     ///< 0: not written
};

/// The samples of a rectangle of one plane (or of all channels) as bytes of the file, in native order.
inline bytes cut_out(const picture& image, std::size_t x0, std::size_t y0, std::size_t width, std::size_t height,
                     int plane) {
    bytes out;
    for (std::size_t y = y0; y < y0 + height; ++y)
        for (std::size_t x = x0; x < x0 + width; ++x)
            for (unsigned c = 0; c < image.channels; ++c) {
                if (plane >= 0 && c != static_cast<unsigned>(plane)) continue;
                const bool inside = x < image.width && y < image.height;
                const std::size_t size = size_of(image.type);
                const std::size_t at = ((y * image.width + x) * image.channels + c) * size;
                for (std::size_t i = 0; i < size; ++i) out.push_back(inside ? image.bytes[at + i] : 0);
            }
    return out;
}

inline void write_tiff_data(TIFF* tiff, const picture& image, const tiff_kind& kind) {
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

/// The colours of a palette: 8 bits in 16, as in TIFF.
inline std::vector<std::uint16_t> palette_of(unsigned channel) {
    std::vector<std::uint16_t> levels(256);
    for (unsigned i = 0; i < 256; ++i) levels[i] = static_cast<std::uint16_t>(257 * (i * (2 * channel + 1) % 256));
    return levels;
}

/// One directory with its picture. `version` is FILETYPE_REDUCEDIMAGE for a preview.
inline void write_tiff_page(TIFF* tiff, const picture& image, const tiff_kind& kind, std::uint32_t version = 0) {
    const bool inks = kind.photometric == PHOTOMETRIC_SEPARATED;
    if (version != 0) TIFFSetField(tiff, TIFFTAG_SUBFILETYPE, version);
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(image.width));
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(image.height));
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8 * static_cast<int>(size_of(image.type)));
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, image.channels);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, image.rgb && !inks ? PHOTOMETRIC_RGB : kind.photometric);
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, kind.separate ? PLANARCONFIG_SEPARATE : PLANARCONFIG_CONTIG);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, kind.compression);
    if (kind.orientation != 0) TIFFSetField(tiff, TIFFTAG_ORIENTATION, kind.orientation);
    if (kind.sample_format != 0) TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, kind.sample_format);
    if (kind.photometric == PHOTOMETRIC_PALETTE)
        TIFFSetField(tiff, TIFFTAG_COLORMAP, palette_of(0).data(), palette_of(1).data(), palette_of(2).data());
    const std::uint16_t extra = EXTRASAMPLE_UNASSALPHA;
    if (image.has_alpha() && !inks) TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &extra);
    if (kind.tiled) {
        TIFFSetField(tiff, TIFFTAG_TILEWIDTH, 16);
        TIFFSetField(tiff, TIFFTAG_TILELENGTH, 16);
    } else {
        TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 5);
    }
    write_tiff_data(tiff, image, kind);
}

/// A file with one page per picture. Pages with a nonzero number are versions of other pages.
inline bytes encode_tiff_pages(const std::vector<std::pair<picture, std::uint32_t>>& pages, const tiff_kind& kind) {
    const scratch_folder folder;
    const std::string path = folder / "x.tif";
    TIFF* tiff = TIFFOpen(path.c_str(), kind.mode);
    for (std::size_t k = 0; k < pages.size(); ++k) {
        write_tiff_page(tiff, pages[k].first, kind, pages[k].second);
        if (k + 1 < pages.size()) TIFFWriteDirectory(tiff);
    }
    TIFFClose(tiff);
    return read_bytes(path);
}

inline bytes encode_tiff(const picture& image, const tiff_kind& kind) {
    return encode_tiff_pages({{image, 0}}, kind);
}

/// The CRC of a PNG chunk, bit by bit.
inline std::uint32_t chunk_crc(const std::uint8_t* from, std::size_t size) {
    std::uint32_t crc = ~0u;
    for (std::size_t i = 0; i < size; ++i) {
        crc ^= from[i];
        for (int bit = 0; bit < 8; ++bit) crc = (crc & 1) != 0 ? 0xedb88320u ^ crc >> 1 : crc >> 1;
    }
    return ~crc;
}

inline void put_big_endian(std::uint8_t* to, std::uint32_t value) {
    for (int i = 0; i < 4; ++i) to[i] = static_cast<std::uint8_t>(value >> (24 - 8 * i));
}

/// The PNG file with another chunk after its header.
inline bytes with_chunk(bytes png, const char* type, const bytes& data) {
    bytes chunk;
    const auto put = [&](std::uint32_t value) {
        for (int i = 24; i >= 0; i -= 8) chunk.push_back(static_cast<std::uint8_t>(value >> i));
    };
    put(static_cast<std::uint32_t>(data.size()));
    for (int i = 0; i < 4; ++i) chunk.push_back(static_cast<std::uint8_t>(type[i]));
    for (const std::uint8_t byte : data) chunk.push_back(byte);
    put(chunk_crc(&chunk[4], chunk.size() - 4));
    png.insert(png.begin() + 33, chunk.begin(), chunk.end());
    return png;
}

/// A PNG file of 4 x 4 grey pixels with another size in its header.
inline bytes png_that_claims(std::uint32_t width, std::uint32_t height, bool interlaced = false) {
    bytes file = encode_png(random_picture(4, 4, 1, 8, 1));
    put_big_endian(&file[16], width);
    put_big_endian(&file[20], height);
    file[28] = interlaced ? 1 : 0;
    put_big_endian(&file[29], chunk_crc(&file[12], 17));
    return file;
}

/// A JPEG file of 16 x 16 grey pixels with another size in its frame header (`marker`).
inline bytes jpeg_that_claims(std::uint16_t width, std::uint16_t height, bool progressive) {
    jpeg_kind kind;
    kind.progressive = progressive;
    bytes file = encode_jpeg(random_picture(16, 16, 1, 8, 1), kind);
    const std::uint8_t frame[] = {0xff, static_cast<std::uint8_t>(progressive ? 0xc2 : 0xc0)};
    const auto at = std::search(file.begin(), file.end(), std::begin(frame), std::end(frame));
    if (at == file.end()) throw std::logic_error("a JPEG file without a frame");
    at[5] = static_cast<std::uint8_t>(height >> 8), at[6] = static_cast<std::uint8_t>(height);
    at[7] = static_cast<std::uint8_t>(width >> 8), at[8] = static_cast<std::uint8_t>(width);
    return file;
}

struct tiff_entry {
    std::uint16_t tag;
    std::uint32_t value;
};

/// A little-endian TIFF file with only these entries (of type LONG), in ascending order.
inline bytes bare_tiff(const std::vector<tiff_entry>& entries) {
    bytes out = {'I', 'I', 42, 0, 8, 0, 0, 0};
    const auto put = [&](std::uint32_t value, unsigned size) {
        for (unsigned i = 0; i < size; ++i) out.push_back(static_cast<std::uint8_t>(value >> 8 * i));
    };
    put(static_cast<std::uint32_t>(entries.size()), 2);
    for (const tiff_entry& e : entries) put(e.tag, 2), put(4, 2), put(1, 4), put(e.value, 4);
    put(0, 4);
    return out;
}

/// A palette picture of 2 bits, interlaced, one of its colours transparent.
inline bytes palette_png() {
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

/// Writes pages without a change of their values, and returns the pages of the file.
inline std::vector<picture> written_and_read(const std::string& path, const std::vector<picture>& pages,
                                             const write_options& options = {}) {
    picture_sink sink(path, options, {pages[0].type, pages[0].channels, pages.size(), pages[0].alpha});
    for (const picture& page : pages) sink.add(take_channels<double>(page), 0, page);
    sink.finish();
    picture_source source(path);
    std::vector<picture> back;
    for (std::size_t k = 0; k < source.pages(); ++k) back.push_back(source.page(k));
    return back;
}

}  // namespace stockham::tools::test
