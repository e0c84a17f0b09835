// TIFF in, through libtiff: grey and RGB of 8 and 16 bits as they are, other kinds through libtiff's own RGBA reader.
#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <memory>

#include <fmt/format.h>
#include <tiffio.h>

#include "fault.hpp"
#include "picture.hpp"

namespace stockham::tools {

namespace {

struct memory_file {
    const std::vector<std::uint8_t>& bytes;
    std::size_t at = 0;
};

tmsize_t on_read(thandle_t handle, void* to, tmsize_t wanted) {
    auto* f = static_cast<memory_file*>(handle);
    const std::size_t left = f->at < f->bytes.size() ? f->bytes.size() - f->at : 0;
    const std::size_t n = std::min<std::size_t>(left, wanted);
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

// libtiff's handler of errors is one for the whole process: it keeps the first message of each thread.
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
    return tags;
}

bool is_grey(const layout_tags& tags) {
    return tags.photometric == PHOTOMETRIC_MINISBLACK || tags.photometric == PHOTOMETRIC_MINISWHITE;
}

// Samples that can be taken as they are.
bool is_plain(const layout_tags& tags) {
    const bool depth = tags.bits == 8 || tags.bits == 16;
    const bool grey = is_grey(tags) && tags.samples >= 1 && tags.samples <= 2;
    const bool colour = tags.photometric == PHOTOMETRIC_RGB && tags.samples >= 3 && tags.samples <= 4;
    return depth && tags.sample_format == SAMPLEFORMAT_UINT && (grey || colour);
}

[[noreturn]] void fail(const std::string& name) {
    throw job_error(
        fmt::format("{}: broken TIFF: {}", name, first_error[0] != '\0' ? first_error : "no picture in it"));
}

// A rectangle of libtiff's buffer (native byte order) into the picture; `first` is the channel of its first sample,
// `step` the samples a pixel has in the buffer.
struct piece {
    std::size_t x, y, width, height, row_bytes;
    unsigned first, step;
};

void place(picture& image, const std::vector<std::uint8_t>& buffer, const piece& p) {
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
    const tmsize_t bytes = TIFFTileSize(tiff);
    if (width == 0 || height == 0 || bytes <= 0 || static_cast<std::size_t>(bytes) > 16 * most_pixels) fail(name);
    std::vector<std::uint8_t> buffer(static_cast<std::size_t>(bytes));
    const unsigned step = image.channels / planes;
    const auto row_bytes = static_cast<std::size_t>(TIFFTileRowSize(tiff));
    for (unsigned plane = 0; plane < planes; ++plane)
        for (std::uint32_t y = 0; y < image.height; y += height)
            for (std::uint32_t x = 0; x < image.width; x += width) {
                if (TIFFReadTile(tiff, buffer.data(), x, y, 0, static_cast<std::uint16_t>(plane)) < 0) fail(name);
                place(image, buffer, {x, y, width, height, row_bytes, plane, step});
            }
}

void read_lines(TIFF* tiff, picture& image, unsigned planes, const std::string& name) {
    const unsigned step = image.channels / planes;
    const std::size_t row_bytes = image.width * step * (image.bits / 8);
    if (static_cast<std::size_t>(std::max<tmsize_t>(TIFFScanlineSize(tiff), 0)) != row_bytes) fail(name);
    std::vector<std::uint8_t> buffer(row_bytes);
    for (unsigned plane = 0; plane < planes; ++plane)
        for (std::uint32_t y = 0; y < image.height; ++y) {
            if (TIFFReadScanline(tiff, buffer.data(), y, static_cast<std::uint16_t>(plane)) < 0) fail(name);
            place(image, buffer, {0, y, image.width, 1, row_bytes, plane, step});
        }
}

picture read_plain(TIFF* tiff, const layout_tags& tags, const std::string& name) {
    picture image = make_picture(name, tags.width, tags.height, tags.samples, tags.bits);
    const unsigned planes = tags.planar == PLANARCONFIG_SEPARATE ? tags.samples : 1;
    if (TIFFIsTiled(tiff) != 0)
        read_tiles(tiff, image, planes, name);
    else
        read_lines(tiff, image, planes, name);
    if (tags.photometric != PHOTOMETRIC_MINISWHITE) return image;
    for (std::size_t i = 0; i < image.samples.size(); i += image.channels)
        image.samples[i] = static_cast<std::uint16_t>(image.highest() - image.samples[i]);
    return image;
}

// Palettes, 1 to 4 bits, YCbCr and others, as 8-bit grey or RGB.
picture read_converted(TIFF* tiff, const layout_tags& tags, const std::string& name) {
    char reason[1024] = "";
    if (TIFFRGBAImageOK(tiff, reason) == 0 || tags.sample_format != SAMPLEFORMAT_UINT || tags.bits > 16)
        throw job_error(fmt::format("{}: this kind of TIFF is not read: {}", name,
                                    reason[0] != '\0' ? reason : "its samples are no whole numbers of 1 to 16 bits"));
    picture image = make_picture(name, tags.width, tags.height, is_grey(tags) ? 1 : 3, 8);
    std::vector<std::uint32_t> raster(image.pixels());
    if (TIFFReadRGBAImageOriented(tiff, tags.width, tags.height, raster.data(), ORIENTATION_TOPLEFT, 1) == 0)
        fail(name);
    for (std::size_t i = 0; i < raster.size(); ++i)
        for (unsigned c = 0; c < image.channels; ++c)
            image.samples[i * image.channels + c] = static_cast<std::uint16_t>(raster[i] >> (8 * c) & 0xff);
    return image;
}

}  // namespace

picture decode_tiff(const std::vector<std::uint8_t>& bytes, const std::string& name) {
    TIFFSetErrorHandler(on_error);
    TIFFSetWarningHandler(nullptr);
    first_error[0] = '\0';
    memory_file file{bytes};
    const tiff_handle tiff(
        TIFFClientOpen(name.c_str(), "rm", &file, on_read, on_write, on_seek, on_close, on_size, nullptr, nullptr),
        TIFFClose);
    if (!tiff) fail(name);
    const layout_tags tags = read_tags(tiff.get());
    return is_plain(tags) ? read_plain(tiff.get(), tags, name) : read_converted(tiff.get(), tags, name);
}

}  // namespace stockham::tools
