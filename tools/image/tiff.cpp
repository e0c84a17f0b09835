// The TIFF reader, through libtiff. Grey, RGB and CMYK of 8 and 16 bits are read directly, other kinds through
// libtiff's RGBA reader.
#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <memory>

#include <fmt/format.h>
#include <tiffio.h>

#include "fault.hpp"
#include "image/decode.hpp"
#include "image/picture.hpp"

namespace stockham::tools {

namespace {

struct memory_file {
    const std::vector<std::uint8_t>& bytes;
    std::size_t at = 0;
    bool missed = false;  // a read went beyond the end
};

tmsize_t on_read(thandle_t handle, void* to, tmsize_t wanted) {
    auto* f = static_cast<memory_file*>(handle);
    const std::size_t left = f->at < f->bytes.size() ? f->bytes.size() - f->at : 0;
    const std::size_t n = std::min<std::size_t>(left, wanted);
    if (n < static_cast<std::size_t>(wanted)) f->missed = true;
    if (n > 0) std::memcpy(to, f->bytes.data() + f->at, n);
    f->at += n;
    return static_cast<tmsize_t>(n);
}

tmsize_t on_write(thandle_t, void*, tmsize_t) {
    return 0;
}

toff_t on_seek(thandle_t handle, toff_t offset, int whence) {
    auto* f = static_cast<memory_file*>(handle);
    const std::size_t base = whence == SEEK_CUR ? f->at : whence == SEEK_END ? f->bytes.size() : 0;
    f->at = base + offset;
    return f->at;
}

toff_t on_size(thandle_t handle) {
    return static_cast<memory_file*>(handle)->bytes.size();
}

int on_close(thandle_t) {
    return 0;
}

// libtiff's error handler is global to the process; it stores the first message per thread.
thread_local char first_error[200];

void on_error(const char*, const char* format, va_list arguments) {
    if (first_error[0] == '\0') std::vsnprintf(first_error, sizeof first_error, format, arguments);
}

using tiff_handle = std::unique_ptr<TIFF, void (*)(TIFF*)>;

struct layout_tags {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::uint16_t bits = 1;
    std::uint16_t samples = 1;
    std::uint16_t photometric = PHOTOMETRIC_MINISBLACK;
    std::uint16_t planar = PLANARCONFIG_CONTIG;
    std::uint16_t sample_format = SAMPLEFORMAT_UINT;
    std::uint16_t compression = COMPRESSION_NONE;
    std::uint16_t orientation = ORIENTATION_TOPLEFT;

    unsigned planes() const noexcept { return planar == PLANARCONFIG_SEPARATE ? samples : 1; }
};

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
    return tags;
}

bool is_grey(const layout_tags& tags) {
    return tags.photometric == PHOTOMETRIC_MINISBLACK || tags.photometric == PHOTOMETRIC_MINISWHITE;
}

// True for samples that need no conversion.
bool is_plain(const layout_tags& tags) {
    const bool depth = tags.bits == 8 || tags.bits == 16;
    const bool grey = is_grey(tags) && tags.samples >= 1 && tags.samples <= 2;
    const bool colour = tags.photometric == PHOTOMETRIC_RGB && tags.samples >= 3 && tags.samples <= 4;
    const bool cmyk = tags.photometric == PHOTOMETRIC_SEPARATED && tags.samples == 4;
    return depth && tags.sample_format == SAMPLEFORMAT_UINT && (grey || colour || cmyk);
}

// Describes samples other than unsigned integers of 1 to 16 bits; empty for those.
std::string other_samples(const layout_tags& tags) {
    static const std::pair<std::uint16_t, const char*> formats[] = {
        {SAMPLEFORMAT_INT, "signed integers"},
        {SAMPLEFORMAT_IEEEFP, "floating-point numbers"},
        {SAMPLEFORMAT_VOID, "undefined data"},
        {SAMPLEFORMAT_COMPLEXINT, "complex integers"},
        {SAMPLEFORMAT_COMPLEXIEEEFP, "complex floating-point numbers"}};
    for (const auto& [format, what] : formats)
        if (tags.sample_format == format) return fmt::format("its samples are {}", what);
    if (tags.sample_format != SAMPLEFORMAT_UINT) return fmt::format("its samples have format {}", tags.sample_format);
    return tags.bits > 16 ? fmt::format("its samples have {} bits", tags.bits) : "";
}

[[noreturn]] void fail(const std::string& name) {
    throw job_error(
        fmt::format("{}: broken TIFF: {}", name, first_error[0] != '\0' ? first_error : "it contains no picture"));
}

// The largest number of decompressed bytes per byte of the file. Codes for bilevel pictures have no such limit except
// one bit per row.
std::size_t max_expansion(std::uint16_t compression) {
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

// Uses only values of the header: libtiff has not yet read the strip or tile offsets or allocated memory for them.
void check_claims(TIFF* tiff, const layout_tags& tags, const picture_claim& claim, std::size_t max_pixels) {
    check_pixels(claim, max_pixels);
    const bool tiled = TIFFIsTiled(tiff) != 0;
    const std::uint64_t pieces = tiled ? TIFFNumberOfTiles(tiff) : TIFFNumberOfStrips(tiff);
    const std::uint64_t bytes = tiled ? TIFFTileSize64(tiff) : TIFFVStripSize64(tiff, tags.height);
    if (pieces == 0 || bytes == 0) fail(claim.name);
    check_unpacked(claim, pieces, 1);  // the file has an offset and a length for each
    check_unpacked(claim, bytes, max_expansion(tags.compression));
    check_unpacked(claim, bytes * (tiled ? pieces : tags.planes()), max_expansion(tags.compression));
}

// Uninitialised memory, which takes no pages until it is written.
template <class T>
std::unique_ptr<T[]> untouched(std::size_t count) {
    return std::unique_ptr<T[]>(new T[count]);
}

// Appends rows until there are `end` of them, or all.
void add_rows_to(picture& image, std::size_t end) {
    const std::size_t rows = image.samples.size() / (image.width * image.channels);
    if (end > rows) add_rows(image, std::min(end, image.height) - rows);
}

// A rectangle in libtiff's buffer, in native byte order. `first` is the channel of its first sample, `step` the number
// of samples per pixel in the buffer.
struct piece {
    std::size_t x, y, width, height, row_bytes;
    unsigned first, step;
};

void place(picture& image, const std::uint8_t* buffer, const piece& p) {
    add_rows_to(image, p.y + p.height);
    const std::size_t columns = std::min(p.width, image.width - p.x);
    const std::size_t rows = std::min(p.height, image.height - p.y);
    for (std::size_t y = 0; y < rows; ++y)
        for (std::size_t x = 0; x < columns; ++x)
            for (unsigned c = 0; c < p.step; ++c) {
                const std::size_t from = x * p.step + c;
                std::uint16_t value = buffer[y * p.row_bytes + from];
                if (image.bits == 16) std::memcpy(&value, &buffer[y * p.row_bytes + 2 * from], 2);
                image.samples[((p.y + y) * image.width + p.x + x) * image.channels + p.first + c] = value;
            }
}

void read_tiles(TIFF* tiff, picture& image, unsigned planes, const std::string& name) {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &width);
    TIFFGetField(tiff, TIFFTAG_TILELENGTH, &height);
    const unsigned step = image.channels / planes;
    const auto row_bytes = static_cast<std::size_t>(std::max<tmsize_t>(TIFFTileRowSize(tiff), 0));
    if (width == 0 || height == 0 || row_bytes != std::size_t{width} * step * (image.bits / 8)) fail(name);
    const auto buffer = untouched<std::uint8_t>(row_bytes * height);
    for (unsigned plane = 0; plane < planes; ++plane)
        for (std::size_t y = 0; y < image.height; y += height)
            for (std::size_t x = 0; x < image.width; x += width) {
                if (TIFFReadTile(tiff, buffer.get(), static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), 0,
                                 static_cast<std::uint16_t>(plane)) < 0)
                    fail(name);
                place(image, buffer.get(), {x, y, width, height, row_bytes, plane, step});
            }
}

void read_lines(TIFF* tiff, picture& image, unsigned planes, const std::string& name) {
    const unsigned step = image.channels / planes;
    const std::size_t row_bytes = image.width * step * (image.bits / 8);
    if (static_cast<std::size_t>(std::max<tmsize_t>(TIFFScanlineSize(tiff), 0)) != row_bytes) fail(name);
    const auto buffer = untouched<std::uint8_t>(row_bytes);
    for (unsigned plane = 0; plane < planes; ++plane)
        for (std::uint32_t y = 0; y < image.height; ++y) {
            if (TIFFReadScanline(tiff, buffer.get(), y, static_cast<std::uint16_t>(plane)) < 0) fail(name);
            place(image, buffer.get(), {0, y, image.width, 1, row_bytes, plane, step});
        }
}

picture read_plain(TIFF* tiff, const layout_tags& tags, const picture_claim& claim) {
    picture image = start_picture(claim, tags.samples, tags.bits);
    if (TIFFIsTiled(tiff) != 0)
        read_tiles(tiff, image, tags.planes(), claim.name);
    else
        read_lines(tiff, image, tags.planes(), claim.name);
    if (tags.photometric == PHOTOMETRIC_SEPARATED) cmyk_to_rgb(image);
    if (tags.photometric == PHOTOMETRIC_MINISWHITE)
        for (std::size_t i = 0; i < image.samples.size(); i += image.channels)
            image.samples[i] = static_cast<std::uint16_t>(image.highest() - image.samples[i]);
    return image;
}

struct rgba_reader {
    TIFFRGBAImage image{};
    rgba_reader(TIFF* tiff, const std::string& name) {
        char reason[1024] = "";
        if (TIFFRGBAImageBegin(&image, tiff, 1, reason) == 0) fail(name);
        image.orientation = image.req_orientation = ORIENTATION_TOPLEFT;  // keeps the stored order of rows
    }
    ~rgba_reader() { TIFFRGBAImageEnd(&image); }
    rgba_reader(const rgba_reader&) = delete;
    rgba_reader& operator=(const rgba_reader&) = delete;
};

// Reads palettes, 1 to 4 bits, YCbCr and others as 8-bit grey or RGB, one strip or row of tiles at a time.
picture read_converted(TIFF* tiff, const layout_tags& tags, const picture_claim& claim) {
    char reason[1024] = "";
    std::string unsupported = other_samples(tags);
    if (unsupported.empty() && TIFFRGBAImageOK(tiff, reason) == 0) unsupported = reason;
    if (!unsupported.empty()) throw job_error(fmt::format("{}: unsupported TIFF: {}", claim.name, unsupported));
    std::uint32_t piece_rows = 0;
    TIFFGetFieldDefaulted(tiff, TIFFIsTiled(tiff) != 0 ? TIFFTAG_TILELENGTH : TIFFTAG_ROWSPERSTRIP, &piece_rows);
    const std::size_t rows = std::clamp<std::size_t>(piece_rows, 1, claim.height);
    picture image = start_picture(claim, is_grey(tags) ? 1 : 3, 8);
    rgba_reader reader(tiff, claim.name);
    const auto raster = untouched<std::uint32_t>(rows * image.width);
    for (std::size_t y = 0; y < image.height; y += rows) {
        const std::size_t n = std::min(rows, image.height - y);
        reader.image.row_offset = static_cast<int>(y);
        if (TIFFRGBAImageGet(&reader.image, raster.get(), tags.width, static_cast<std::uint32_t>(n)) == 0)
            fail(claim.name);
        std::uint16_t* to = add_rows(image, n);
        for (std::size_t i = 0; i < n * image.width; ++i)
            for (unsigned c = 0; c < image.channels; ++c)
                *to++ = static_cast<std::uint16_t>(raster[i] >> (8 * c) & 0xff);
    }
    return image;
}

// True if the current directory holds a preview or a mask of another one.
bool is_version_of_another(TIFF* tiff) {
    std::uint32_t kind = 0;
    TIFFGetField(tiff, TIFFTAG_SUBFILETYPE, &kind);
    return (kind & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) != 0;
}

// Throws unless the file has exactly one picture; its previews and masks do not count. Moves to the last directory.
void check_pages(TIFF* tiff, const std::string& name) {
    if (is_version_of_another(tiff))
        throw job_error(fmt::format("{}: its first picture is a preview or a mask of another one", name));
    constexpr int most_versions = 64;  // more than enough: each preview halves the sides
    for (int others = 0; TIFFLastDirectory(tiff) == 0; ++others) {
        if (TIFFReadDirectory(tiff) == 0) fail(name);
        if (others == most_versions || !is_version_of_another(tiff))
            throw job_error(fmt::format("{}: has several pages; only files with one page are supported", name));
    }
}

// Mode `m` disables memory mapping, `D` defers reading the strip offsets. A single allocation is limited to the largest
// size that the file can expand to.
tiff_handle open_tiff(memory_file& file, const std::string& name, std::size_t max_pixels) {
#if TIFFLIB_VERSION >= 20221213
    const std::size_t most = std::min(max_expansion(0) * file.bytes.size(), 8 * max_pixels) + (1 << 20);
    const std::unique_ptr<TIFFOpenOptions, void (*)(TIFFOpenOptions*)> options(TIFFOpenOptionsAlloc(),
                                                                               TIFFOpenOptionsFree);
    TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), static_cast<tmsize_t>(most));
    return {TIFFClientOpenExt(name.c_str(), "rmD", &file, on_read, on_write, on_seek, on_close, on_size, nullptr,
                              nullptr, options.get()),
            TIFFClose};
#else
    static_cast<void>(max_pixels);
    return {TIFFClientOpen(name.c_str(), "rmD", &file, on_read, on_write, on_seek, on_close, on_size, nullptr, nullptr),
            TIFFClose};
#endif
}

}  // namespace

picture decode_tiff(const std::vector<std::uint8_t>& bytes, const std::string& name, std::size_t max_pixels) {
    TIFFSetErrorHandler(on_error);
    TIFFSetWarningHandler(nullptr);
    first_error[0] = '\0';
    memory_file file{bytes};
    const tiff_handle tiff = open_tiff(file, name, max_pixels);
    if (!tiff) fail(name);
    // libtiff ignores tags that it cannot read, and would read a picture without its palette as grey.
    if (file.missed) throw job_error(fmt::format("{}: broken TIFF: the file ends too early", name));
    check_pages(tiff.get(), name);
    if (TIFFSetDirectory(tiff.get(), 0) == 0) fail(name);
    const layout_tags tags = read_tags(tiff.get());
    const picture_claim claim{name, tags.width, tags.height, bytes.size()};
    check_claims(tiff.get(), tags, claim, max_pixels);
    picture image = is_plain(tags) ? read_plain(tiff.get(), tags, claim) : read_converted(tiff.get(), tags, claim);
    turn_upright(image, tags.orientation);
    return image;
}

}  // namespace stockham::tools
