// The samples of a TIFF directory. Grey, RGB, CMYK and palettes of whole bytes are read directly, with any number of
// further samples per pixel; other kinds, such as YCbCr and 1 to 4 bits, through libtiff's RGBA reader.
#include "format/tiff_samples.hpp"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "fault.hpp"

namespace stockham::tools {

namespace {

// libtiff's error handler is global to the process; it stores the first message per thread.
thread_local char first_error[200];

void on_error(const char*, const char* format, va_list arguments) {
    if (first_error[0] == '\0') std::vsnprintf(first_error, sizeof first_error, format, arguments);
}

bool is_grey(const layout_tags& tags) {
    return tags.photometric == PHOTOMETRIC_MINISBLACK || tags.photometric == PHOTOMETRIC_MINISWHITE;
}

// Describes samples that cannot be read: neither those of stored_type() nor unsigned integers of 1 to 16 bits.
std::string other_samples(const layout_tags& tags) {
    static const std::pair<std::uint16_t, const char*> formats[] = {
        {SAMPLEFORMAT_INT, "signed integers"},
        {SAMPLEFORMAT_IEEEFP, "floating-point numbers"},
        {SAMPLEFORMAT_VOID, "undefined data"},
        {SAMPLEFORMAT_COMPLEXINT, "complex integers"},
        {SAMPLEFORMAT_COMPLEXIEEEFP, "complex floating-point numbers"}};
    for (const auto& [format, what] : formats)
        if (tags.sample_format == format)
            return fmt::format("its samples are {} of {} bits, {} per pixel", what, tags.bits, tags.samples);
    if (tags.sample_format != SAMPLEFORMAT_UINT) return fmt::format("its samples have format {}", tags.sample_format);
    // libtiff's RGBA reader drops samples beyond those of the colours.
    const unsigned colours = is_grey(tags) || tags.photometric == PHOTOMETRIC_PALETTE ? 1 : 3;
    if (tags.bits > 16 || tags.samples > colours)
        return fmt::format("its samples have {} bits, {} per pixel, of photometric interpretation {}", tags.bits,
                           tags.samples, tags.photometric);
    return {};
}

// Uses only values of the header: libtiff has not yet read the strip or tile offsets or allocated memory for them.
void check_claims(TIFF* tiff, const layout_tags& tags, const picture_claim& claim, std::size_t max_pixels) {
    check_pixels(claim, max_pixels);
    const bool tiled = TIFFIsTiled(tiff) != 0;
    const std::uint64_t pieces = tiled ? TIFFNumberOfTiles(tiff) : TIFFNumberOfStrips(tiff);
    const std::uint64_t bytes = tiled ? TIFFTileSize64(tiff) : TIFFVStripSize64(tiff, tags.height);
    if (pieces == 0 || bytes == 0) fail_tiff(claim.name);
    check_unpacked(claim, pieces, 1);  // the file has an offset and a length for each
    check_unpacked(claim, bytes, max_tiff_expansion(tags.compression));
    check_unpacked(claim, bytes * (tiled ? pieces : tags.planes()), max_tiff_expansion(tags.compression));
}

// Uninitialised memory, which takes no pages until it is written.
template <class T>
std::unique_ptr<T[]> untouched(std::size_t count) {
    return std::unique_ptr<T[]>(new T[count]);
}

// Appends rows until there are `end` of them, or all.
void add_rows_to(picture& image, std::size_t end) {
    const std::size_t rows = image.bytes.size() / image.row_bytes();
    if (end > rows) add_rows(image, std::min(end, image.height) - rows);
}

// A rectangle in libtiff's buffer, in native byte order. `first` is the channel of its first sample, `step` the number
// of samples per pixel in the buffer.
struct piece {
    std::size_t x, y, width, height, row_bytes;
    unsigned first, step;
};

// `row` is a buffer for one row of samples.
void place(picture& image, const npy_type& stored, const std::uint8_t* buffer, const piece& p,
           std::vector<std::uint8_t>& row) {
    add_rows_to(image, p.y + p.height);
    const std::size_t columns = std::min(p.width, image.width - p.x);
    const std::size_t rows = std::min(p.height, image.height - p.y);
    const std::size_t sample = size_of(image.type);
    const std::size_t pixel = image.channels * sample;
    for (std::size_t y = 0; y < rows; ++y) {
        const std::uint8_t* from = buffer + y * p.row_bytes;
        std::uint8_t* to = &image.bytes[(p.y + y) * image.row_bytes() + p.x * pixel + p.first * sample];
        if (p.step == image.channels) {
            convert_samples(stored, from, columns * p.step, to);
            continue;
        }
        row.resize(columns * p.step * sample);
        convert_samples(stored, from, columns * p.step, row.data());
        for (std::size_t x = 0; x < columns; ++x)
            std::memcpy(to + x * pixel, &row[x * p.step * sample], p.step * sample);
    }
}

void read_tiles(TIFF* tiff, picture& image, const npy_type& stored, unsigned planes, const std::string& name) {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &width);
    TIFFGetField(tiff, TIFFTAG_TILELENGTH, &height);
    const unsigned step = image.channels / planes;
    const auto row_bytes = static_cast<std::size_t>(std::max<tmsize_t>(TIFFTileRowSize(tiff), 0));
    if (width == 0 || height == 0 || row_bytes != std::size_t{width} * step * stored.size) fail_tiff(name);
    const auto buffer = untouched<std::uint8_t>(row_bytes * height);
    std::vector<std::uint8_t> row;
    for (unsigned plane = 0; plane < planes; ++plane)
        for (std::size_t y = 0; y < image.height; y += height)
            for (std::size_t x = 0; x < image.width; x += width) {
                if (TIFFReadTile(tiff, buffer.get(), static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), 0,
                                 static_cast<std::uint16_t>(plane)) < 0)
                    fail_tiff(name);
                place(image, stored, buffer.get(), {x, y, width, height, row_bytes, plane, step}, row);
            }
}

void read_lines(TIFF* tiff, picture& image, const npy_type& stored, unsigned planes, const std::string& name) {
    const unsigned step = image.channels / planes;
    const std::size_t row_bytes = image.width * step * stored.size;
    if (static_cast<std::size_t>(std::max<tmsize_t>(TIFFScanlineSize(tiff), 0)) != row_bytes) fail_tiff(name);
    const auto buffer = untouched<std::uint8_t>(row_bytes);
    std::vector<std::uint8_t> row;
    for (unsigned plane = 0; plane < planes; ++plane)
        for (std::uint32_t y = 0; y < image.height; ++y) {
            if (TIFFReadScanline(tiff, buffer.get(), y, static_cast<std::uint16_t>(plane)) < 0) fail_tiff(name);
            place(image, stored, buffer.get(), {0, y, image.width, 1, row_bytes, plane, step}, row);
        }
}

// In pictures of floating-point numbers, a number is the same whether white or black is said to be zero.
void invert_grey(picture& image) {
    if (is_float(image.type)) return;
    with_samples(image, [&](auto* samples) {
        using sample = std::decay_t<decltype(*samples)>;
        for (std::size_t i = 0; i < image.samples(); i += image.channels)
            samples[i] = static_cast<sample>(image.white() - static_cast<double>(samples[i]));
    });
}

// Replaces each number of a palette by its colour: 8 bits if the palette has no more precision.
void apply_palette(TIFF* tiff, picture& image, unsigned bits, const std::string& name) {
    std::uint16_t* colours[3] = {};
    if (TIFFGetField(tiff, TIFFTAG_COLORMAP, &colours[0], &colours[1], &colours[2]) == 0)
        throw job_error(fmt::format("{}: broken TIFF: a palette picture without a palette", name));
    const std::size_t entries = std::size_t{1} << bits;
    const auto all = [&](auto holds) {
        return std::all_of(colours, colours + 3,
                           [&](const std::uint16_t* c) { return std::all_of(c, c + entries, holds); });
    };
    // Programs write 8 bits to the lower byte, to the upper byte or to both.
    const bool low_byte = all([](std::uint16_t v) { return v <= 255; });
    const bool upper_byte = all([](std::uint16_t v) { return (v & 255) == 0 || (v & 255) == v >> 8; });
    const sample_type type = low_byte || upper_byte ? sample_type::u8 : sample_type::u16;
    picture painted = start_picture({name, image.width, image.height, 0}, 3, type);
    add_rows(painted, image.height);
    with_samples(painted, [&](auto* to) {
        using sample = std::decay_t<decltype(*to)>;
        for (std::size_t i = 0; i < image.pixels(); ++i)
            for (std::size_t c = 0; c < 3; ++c) {
                const std::uint16_t v = colours[c][static_cast<std::size_t>(image.at(i))];
                *to++ = static_cast<sample>(type == sample_type::u16 || low_byte ? v : v >> 8);
            }
    });
    image = std::move(painted);
}

// Moves the channel `from` behind all others.
void move_to_end(picture& image, unsigned from) {
    const std::size_t size = size_of(image.type), pixel = image.channels * size;
    for (auto at = image.bytes.begin(); at != image.bytes.end(); at += static_cast<std::ptrdiff_t>(pixel)) {
        const auto first = at + static_cast<std::ptrdiff_t>(from * size);
        std::rotate(first, first + static_cast<std::ptrdiff_t>(size), at + static_cast<std::ptrdiff_t>(pixel));
    }
}

picture read_plain(TIFF* tiff, const layout_tags& tags, const npy_type& stored, const picture_claim& claim) {
    picture image = start_picture(claim, tags.samples, type_for(stored));
    if (TIFFIsTiled(tiff) != 0)
        read_tiles(tiff, image, stored, tags.planes(), claim.name);
    else
        read_lines(tiff, image, stored, tags.planes(), claim.name);
    apply_meaning(tiff, tags, image, claim.name);
    return image;
}

struct rgba_reader {
    TIFFRGBAImage image{};
    rgba_reader(TIFF* tiff, const std::string& name) {
        char reason[1024] = "";
        if (TIFFRGBAImageBegin(&image, tiff, 1, reason) == 0)
            throw job_error(fmt::format("{}: unsupported TIFF: {}", name, reason));
        image.orientation = image.req_orientation = ORIENTATION_TOPLEFT;  // keeps the stored order of rows
    }
    ~rgba_reader() { TIFFRGBAImageEnd(&image); }
    rgba_reader(const rgba_reader&) = delete;
    rgba_reader& operator=(const rgba_reader&) = delete;
};

// Reads 1 to 4 bits, YCbCr and others as 8-bit grey or RGB, one strip or row of tiles at a time.
picture read_converted(TIFF* tiff, const layout_tags& tags, const picture_claim& claim) {
    char reason[1024] = "";
    std::string unsupported = other_samples(tags);
    if (unsupported.empty() && TIFFRGBAImageOK(tiff, reason) == 0) unsupported = reason;
    if (!unsupported.empty()) throw job_error(fmt::format("{}: unsupported TIFF: {}", claim.name, unsupported));
    std::uint32_t piece_rows = 0;
    TIFFGetFieldDefaulted(tiff, TIFFIsTiled(tiff) != 0 ? TIFFTAG_TILELENGTH : TIFFTAG_ROWSPERSTRIP, &piece_rows);
    const std::size_t rows = std::clamp<std::size_t>(piece_rows, 1, claim.height);
    picture image = start_picture(claim, is_grey(tags) ? 1 : 3, sample_type::u8);
    rgba_reader reader(tiff, claim.name);
    const auto raster = untouched<std::uint32_t>(rows * image.width);
    for (std::size_t y = 0; y < image.height; y += rows) {
        const std::size_t n = std::min(rows, image.height - y);
        reader.image.row_offset = static_cast<int>(y);
        if (TIFFRGBAImageGet(&reader.image, raster.get(), tags.width, static_cast<std::uint32_t>(n)) == 0)
            fail_tiff(claim.name);
        std::uint8_t* to = add_rows(image, n);
        for (std::size_t i = 0; i < n * image.width; ++i)
            for (unsigned c = 0; c < image.channels; ++c)
                *to++ = static_cast<std::uint8_t>(raster[i] >> (8 * c) & 0xff);
    }
    return image;
}

}  // namespace

std::optional<npy_type> stored_type(const layout_tags& tags) {
    static const std::pair<std::uint16_t, char> kinds[] = {
        {SAMPLEFORMAT_UINT, 'u'}, {SAMPLEFORMAT_INT, 'i'}, {SAMPLEFORMAT_IEEEFP, 'f'}};
    const bool levels = tags.bits <= 16 && tags.sample_format == SAMPLEFORMAT_UINT;
    const bool grey = is_grey(tags) && tags.samples >= 1;
    const bool colour = tags.photometric == PHOTOMETRIC_RGB && tags.samples >= 3;
    const bool whole_bytes = tags.bits == 8 || tags.bits == 16 || tags.bits == 32 || tags.bits == 64;
    const bool cmyk = tags.photometric == PHOTOMETRIC_SEPARATED && tags.samples >= 4 && levels;
    const bool palette = tags.photometric == PHOTOMETRIC_PALETTE && tags.samples == 1 && levels;
    if (!whole_bytes || !(grey || colour || cmyk || palette)) return std::nullopt;
    for (const auto& [format, kind] : kinds)
        if (tags.sample_format == format && !(kind == 'f' && tags.bits == 8))
            return npy_type{kind, tags.bits / 8u, is_big_endian_machine()};
    return std::nullopt;
}

void apply_meaning(TIFF* tiff, const layout_tags& tags, picture& image, const std::string& name) {
    if (tags.photometric == PHOTOMETRIC_MINISWHITE) invert_grey(image);
    if (tags.alpha != alpha_kind::none) move_to_end(image, tags.alpha_sample);
    if (tags.photometric == PHOTOMETRIC_SEPARATED) cmyk_to_rgb(image);
    if (tags.photometric == PHOTOMETRIC_PALETTE) apply_palette(tiff, image, tags.bits, name);
    image.alpha = tags.alpha;
    image.rgb = !is_grey(tags);
}

// libtiff's messages are per thread, its handlers per process.
void prepare_libtiff() {
    TIFFSetErrorHandler(on_error);
    TIFFSetWarningHandler(nullptr);
    first_error[0] = '\0';
}

void fail_tiff(const std::string& name) {
    throw job_error(fmt::format("{}: broken TIFF: {}", name,
                                first_error[0] != '\0' ? first_error : "its strips or tiles do not fit its size"));
}

// The largest number of decompressed bytes per byte of the file. Codes for bilevel pictures have no such limit except
// one bit per row.
std::size_t max_tiff_expansion(std::uint16_t compression) {
    switch (compression) {
    case COMPRESSION_NONE:
        return 1;
    case COMPRESSION_PACKBITS:
        return 64;
    case COMPRESSION_LZW:
        return 2600;  // 3838 bytes from a code of 12 bits
    case COMPRESSION_ADOBE_DEFLATE:
    case COMPRESSION_DEFLATE:
        return max_deflate_expansion;
    default:
        return 65536;
    }
}

bool loses_precision(const layout_tags& tags) {
    const bool is_logarithmic = tags.photometric == PHOTOMETRIC_LOGL || tags.photometric == PHOTOMETRIC_LOGLUV;
    return !stored_type(tags) && (tags.bits > 8 || is_logarithmic);
}

layout_tags read_tags(TIFF* tiff) {
    layout_tags tags;
    TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &tags.width);
    TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &tags.height);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &tags.bits);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &tags.samples);
    TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &tags.photometric);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &tags.planar);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &tags.sample_format);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &tags.compression);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &tags.orientation);
    std::uint16_t extra = 0;
    std::uint16_t* kinds = nullptr;
    if (TIFFGetField(tiff, TIFFTAG_EXTRASAMPLES, &extra, &kinds) == 0 || extra >= tags.samples) return tags;
    const auto is_alpha = [](std::uint16_t kind) {
        return kind == EXTRASAMPLE_ASSOCALPHA || kind == EXTRASAMPLE_UNASSALPHA;
    };
    const auto found = std::find_if(kinds, kinds + extra, is_alpha);
    if (found == kinds + extra) return tags;
    tags.alpha = *found == EXTRASAMPLE_ASSOCALPHA ? alpha_kind::associated : alpha_kind::straight;
    tags.alpha_sample = static_cast<unsigned>(tags.samples - extra + (found - kinds));
    return tags;
}

picture read_samples(TIFF* tiff, const layout_tags& tags, const std::string& name, std::size_t file_bytes,
                     std::size_t max_pixels) {
    const picture_claim claim{name, tags.width, tags.height, file_bytes};
    check_claims(tiff, tags, claim, max_pixels);
    const auto stored = stored_type(tags);
    return stored ? read_plain(tiff, tags, *stored, claim) : read_converted(tiff, tags, claim);
}

}  // namespace stockham::tools
