// The TIFF reader, through libtiff. Grey, RGB and CMYK of 8 and 16 bits, and numbers of all other types, are read
// directly; palettes and other kinds through libtiff's RGBA reader.
#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <tiffio.h>

#include "fault.hpp"
#include "format/decode.hpp"
#include "format/format.hpp"

namespace stockham::tools {

namespace {

struct memory_file {
    std::vector<std::uint8_t> bytes;
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

// The stored type of samples that are read directly; nothing for kinds that libtiff's RGBA reader converts.
std::optional<npy_type> stored_type(const layout_tags& tags) {
    static const std::pair<std::uint16_t, char> kinds[] = {
        {SAMPLEFORMAT_UINT, 'u'}, {SAMPLEFORMAT_INT, 'i'}, {SAMPLEFORMAT_IEEEFP, 'f'}};
    const bool grey = is_grey(tags) && tags.samples >= 1 && tags.samples <= 4;
    const bool colour = tags.photometric == PHOTOMETRIC_RGB && tags.samples >= 3 && tags.samples <= 4;
    const bool whole_bytes = tags.bits == 8 || tags.bits == 16 || tags.bits == 32 || tags.bits == 64;
    const bool cmyk = tags.photometric == PHOTOMETRIC_SEPARATED && tags.samples == 4 && tags.bits <= 16 &&
                      tags.sample_format == SAMPLEFORMAT_UINT;
    if (!whole_bytes || !(grey || colour || cmyk)) return std::nullopt;
    for (const auto& [format, kind] : kinds)
        if (tags.sample_format == format && !(kind == 'f' && tags.bits == 8))
            return npy_type{kind, tags.bits / 8u, is_big_endian_machine()};
    return std::nullopt;
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
    return tags.bits > 16 ? fmt::format("its samples have {} bits, {} per pixel", tags.bits, tags.samples) : "";
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
    if (width == 0 || height == 0 || row_bytes != std::size_t{width} * step * stored.size) fail(name);
    const auto buffer = untouched<std::uint8_t>(row_bytes * height);
    std::vector<std::uint8_t> row;
    for (unsigned plane = 0; plane < planes; ++plane)
        for (std::size_t y = 0; y < image.height; y += height)
            for (std::size_t x = 0; x < image.width; x += width) {
                if (TIFFReadTile(tiff, buffer.get(), static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), 0,
                                 static_cast<std::uint16_t>(plane)) < 0)
                    fail(name);
                place(image, stored, buffer.get(), {x, y, width, height, row_bytes, plane, step}, row);
            }
}

void read_lines(TIFF* tiff, picture& image, const npy_type& stored, unsigned planes, const std::string& name) {
    const unsigned step = image.channels / planes;
    const std::size_t row_bytes = image.width * step * stored.size;
    if (static_cast<std::size_t>(std::max<tmsize_t>(TIFFScanlineSize(tiff), 0)) != row_bytes) fail(name);
    const auto buffer = untouched<std::uint8_t>(row_bytes);
    std::vector<std::uint8_t> row;
    for (unsigned plane = 0; plane < planes; ++plane)
        for (std::uint32_t y = 0; y < image.height; ++y) {
            if (TIFFReadScanline(tiff, buffer.get(), y, static_cast<std::uint16_t>(plane)) < 0) fail(name);
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

picture read_plain(TIFF* tiff, const layout_tags& tags, const npy_type& stored, const picture_claim& claim) {
    picture image = start_picture(claim, tags.samples, type_for(stored));
    if (TIFFIsTiled(tiff) != 0)
        read_tiles(tiff, image, stored, tags.planes(), claim.name);
    else
        read_lines(tiff, image, stored, tags.planes(), claim.name);
    if (tags.photometric == PHOTOMETRIC_SEPARATED) cmyk_to_rgb(image);
    if (tags.photometric == PHOTOMETRIC_MINISWHITE) invert_grey(image);
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
    picture image = start_picture(claim, is_grey(tags) ? 1 : 3, sample_type::u8);
    rgba_reader reader(tiff, claim.name);
    const auto raster = untouched<std::uint32_t>(rows * image.width);
    for (std::size_t y = 0; y < image.height; y += rows) {
        const std::size_t n = std::min(rows, image.height - y);
        reader.image.row_offset = static_cast<int>(y);
        if (TIFFRGBAImageGet(&reader.image, raster.get(), tags.width, static_cast<std::uint32_t>(n)) == 0)
            fail(claim.name);
        std::uint8_t* to = add_rows(image, n);
        for (std::size_t i = 0; i < n * image.width; ++i)
            for (unsigned c = 0; c < image.channels; ++c)
                *to++ = static_cast<std::uint8_t>(raster[i] >> (8 * c) & 0xff);
    }
    return image;
}

// True if the current directory holds a preview or a mask of another one.
bool is_version_of_another(TIFF* tiff) {
    std::uint32_t kind = 0;
    TIFFGetField(tiff, TIFFTAG_SUBFILETYPE, &kind);
    return (kind & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) != 0;
}

// The offsets of the directories that hold a page; previews and masks of pages do not count.
std::vector<std::uint64_t> find_pages(TIFF* tiff, const std::string& name) {
    if (is_version_of_another(tiff))
        throw job_error(fmt::format("{}: its first picture is a preview or a mask of another one", name));
    std::vector<std::uint64_t> offsets;
    for (;;) {
        if (!is_version_of_another(tiff)) offsets.push_back(TIFFCurrentDirOffset(tiff));
        if (TIFFLastDirectory(tiff) != 0) return offsets;
        if (TIFFReadDirectory(tiff) == 0) fail(name);
    }
}

void read_metadata(TIFF* tiff, picture& image) {
    std::uint32_t size = 0;
    void* profile = nullptr;
    if (TIFFGetField(tiff, TIFFTAG_ICCPROFILE, &size, &profile) != 0 && size <= most_metadata_bytes)
        image.metadata.icc.assign(static_cast<std::uint8_t*>(profile), static_cast<std::uint8_t*>(profile) + size);
    std::uint16_t unit = RESUNIT_INCH;
    float across = 0, down = 0;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_RESOLUTIONUNIT, &unit);
    TIFFGetField(tiff, TIFFTAG_XRESOLUTION, &across);
    TIFFGetField(tiff, TIFFTAG_YRESOLUTION, &down);
    const double factor = unit == RESUNIT_INCH ? 1 : unit == RESUNIT_CENTIMETER ? 2.54 : 0;
    if (!(std::isfinite(across) && std::isfinite(down) && across > 0 && down > 0)) return;
    image.metadata.across = factor * static_cast<double>(across);
    image.metadata.down = factor * static_cast<double>(down);
}

// Mode `m` disables memory mapping, `D` defers reading the strip offsets. A single allocation is limited to the largest
// size that the file can expand to.
tiff_handle open_memory(memory_file& file, const std::string& name, std::size_t max_pixels) {
#if TIFFLIB_VERSION >= 20221213
    const std::size_t most = std::min(max_expansion(0) * file.bytes.size(), 32 * max_pixels) + (1 << 20);
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

// libtiff's messages are per thread, its handlers per process.
void prepare_libtiff() {
    TIFFSetErrorHandler(on_error);
    TIFFSetWarningHandler(nullptr);
    first_error[0] = '\0';
}

class tiff_reader : public page_reader {
  public:
    explicit tiff_reader(picture_data data)
        : name_(data.name), max_pixels_(data.max_pixels), file_{std::move(data.bytes)}, tiff_(nullptr, TIFFClose) {
        prepare_libtiff();
        tiff_ = open_memory(file_, name_, max_pixels_);
        if (!tiff_) fail(name_);
        // libtiff ignores tags that it cannot read, and would read a picture without its palette as grey.
        if (file_.missed) throw job_error(fmt::format("{}: broken TIFF: the file ends too early", name_));
        pages_ = find_pages(tiff_.get(), name_);
    }

    std::size_t pages() const override { return pages_.size(); }

    picture read(std::size_t index) override {
        prepare_libtiff();
        TIFF* tiff = tiff_.get();
        if (TIFFSetSubDirectory(tiff, pages_[index]) == 0) fail(name_);
        const layout_tags tags = read_tags(tiff);
        const picture_claim claim{name_, tags.width, tags.height, file_.bytes.size()};
        check_claims(tiff, tags, claim, max_pixels_);
        const auto stored = stored_type(tags);
        picture image = stored ? read_plain(tiff, tags, *stored, claim) : read_converted(tiff, tags, claim);
        read_metadata(tiff, image);
        image.metadata.uncompressed = tags.compression == COMPRESSION_NONE;
        turn_upright(image, tags.orientation);
        return image;
    }

  private:
    std::string name_;
    std::size_t max_pixels_;
    memory_file file_;
    tiff_handle tiff_;
    std::vector<std::uint64_t> pages_;
};

}  // namespace

std::unique_ptr<page_reader> open_tiff(picture_data data) {
    return std::make_unique<tiff_reader>(std::move(data));
}

}  // namespace stockham::tools
