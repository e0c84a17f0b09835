// The PNG reader and writer, through libpng.
//
// libpng reports errors by longjmp, which must not skip destructors. Functions that call setjmp therefore hold only
// plain values; their callers own the memory.
#include <algorithm>
#include <csetjmp>
#include <cstring>

#include <fmt/format.h>
#include <png.h>

#include "fault.hpp"
#include "image/decode.hpp"
#include "image/picture.hpp"

namespace stockham::tools {

namespace {

struct failure_note {
    char text[160] = "";
};

void on_error(png_structp png, png_const_charp text) {
    auto* note = static_cast<failure_note*>(png_get_error_ptr(png));
    std::strncpy(note->text, text, sizeof note->text - 1);
    png_longjmp(png, 1);
}

void on_warning(png_structp, png_const_charp) {}

struct memory_source {
    const std::uint8_t* at;
    std::size_t left;
};

void on_read(png_structp png, png_bytep to, std::size_t bytes) {
    auto* source = static_cast<memory_source*>(png_get_io_ptr(png));
    if (bytes > source->left) png_error(png, "the file ends too early");
    std::memcpy(to, source->at, bytes);
    source->at += bytes;
    source->left -= bytes;
}

struct reader {
    failure_note note;
    memory_source source;
    png_structp png = nullptr;
    png_infop info = nullptr;
    explicit reader(const std::vector<std::uint8_t>& bytes) : source{bytes.data(), bytes.size()} {
        png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &note, on_error, on_warning);
        if (png != nullptr) info = png_create_info_struct(png);
    }
    ~reader() { png_destroy_read_struct(&png, &info, nullptr); }
    reader(const reader&) = delete;
    reader& operator=(const reader&) = delete;
};

// libpng decodes only the chunks of the picture itself, because a profile or comment of a few bytes may expand to
// megabytes. The chunks with the orientation and the number of frames are kept undecoded, up to this size. libpng's own
// reader of the orientation would allocate whatever length the chunk claims.
constexpr png_alloc_size_t most_chunk_bytes = 1 << 20;
constexpr png_byte kept_chunks[] = "eXIf\0acTL";

bool read_head(reader& r) {
    if (setjmp(png_jmpbuf(r.png)) != 0) return false;
    png_set_read_fn(r.png, &r.source, on_read);
    png_set_user_limits(r.png, 0x7fffffff, 0x7fffffff);  // check_pixels() limits the size
    png_set_chunk_malloc_max(r.png, most_chunk_bytes);
    png_set_keep_unknown_chunks(r.png, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
    png_set_keep_unknown_chunks(r.png, PNG_HANDLE_CHUNK_ALWAYS, kept_chunks, 2);
    png_read_info(r.png, r.info);
    return true;
}

// libpng allocates memory for rows here. Afterwards a pixel has 1 to 4 samples of 8 or 16 bits.
bool start_rows(reader& r, int& passes) {
    if (setjmp(png_jmpbuf(r.png)) != 0) return false;
    png_set_expand(r.png);
    passes = png_set_interlace_handling(r.png);
    png_read_update_info(r.png, r.info);
    return true;
}

// Reads the bytes of each row to the start of its samples; widen() converts them.
bool read_body(reader& r, picture& image, int passes) {
    if (setjmp(png_jmpbuf(r.png)) != 0) return false;
    for (int pass = 0; pass < passes; ++pass)
        for (std::size_t y = 0; y < image.height; ++y) {
            std::uint16_t* row = pass == 0 ? add_rows(image, 1) : &image.samples[y * image.width * image.channels];
            png_read_row(r.png, reinterpret_cast<png_bytep>(row), nullptr);
        }
    png_read_end(r.png, r.info);
    return true;
}

// Converts the bytes at the start of a row's samples to the samples, in place.
void widen(std::uint16_t* row, std::size_t samples, unsigned bits) {
    const auto* raw = reinterpret_cast<const std::uint8_t*>(row);
    if (bits == 16)
        for (std::size_t i = 0; i < samples; ++i) row[i] = static_cast<std::uint16_t>(raw[2 * i] << 8 | raw[2 * i + 1]);
    else
        for (std::size_t i = samples; i-- > 0;) row[i] = raw[i];
}

// The first kept chunk of that name, or null.
const png_unknown_chunk* find_chunk(const reader& r, const char* name) {
    png_unknown_chunkp chunks = nullptr;
    const int count = png_get_unknown_chunks(r.png, r.info, &chunks);
    for (int k = 0; k < count; ++k)
        if (std::memcmp(chunks[k].name, name, 4) == 0) return &chunks[k];
    return nullptr;
}

unsigned orientation_of(const reader& r) {
    const png_unknown_chunk* exif = find_chunk(r, "eXIf");
    return exif != nullptr ? exif_orientation(exif->data, exif->size) : 1;
}

// The number of frames of an animation; 1 if the file is not an animation.
std::uint32_t count_frames(const reader& r) {
    const png_unknown_chunk* control = find_chunk(r, "acTL");
    return control != nullptr && control->size >= 4 ? png_get_uint_32(control->data) : 1;
}

[[noreturn]] void fail(const std::string& name, const failure_note& note) {
    throw job_error(fmt::format("{}: broken PNG: {}", name, note.text));
}

struct writer {
    failure_note note;
    png_structp png = nullptr;
    png_infop info = nullptr;
    writer() {
        png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &note, on_error, on_warning);
        if (png != nullptr) info = png_create_info_struct(png);
    }
    ~writer() { png_destroy_write_struct(&png, &info); }
    writer(const writer&) = delete;
    writer& operator=(const writer&) = delete;
};

// An exception must not cross libpng's C frames.
void on_write(png_structp png, png_bytep from, std::size_t bytes) {
    auto* out = static_cast<std::vector<std::uint8_t>*>(png_get_io_ptr(png));
    bool enough = true;
    try {
        out->insert(out->end(), from, from + bytes);
    } catch (...) {
        enough = false;
    }
    if (!enough) png_error(png, "out of memory");
}

void on_flush(png_structp) {}

bool write_all(writer& w, const picture& image, png_bytep* rows, std::vector<std::uint8_t>* out) {
    static const int colour_types[] = {0, PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB,
                                       PNG_COLOR_TYPE_RGB_ALPHA};
    if (setjmp(png_jmpbuf(w.png)) != 0) return false;
    png_set_write_fn(w.png, out, on_write, on_flush);
    png_set_user_limits(w.png, 0x7fffffff, 0x7fffffff);
    png_set_IHDR(w.png, w.info, static_cast<png_uint_32>(image.width), static_cast<png_uint_32>(image.height),
                 static_cast<int>(image.bits), colour_types[image.channels], PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_compression_level(w.png, 4);  // spectra hardly compress: higher levels take seconds and save nothing
    png_write_info(w.png, w.info);
    png_write_image(w.png, rows);
    png_write_end(w.png, nullptr);
    return true;
}

std::vector<png_bytep> row_pointers(std::vector<std::uint8_t>& raw, std::size_t row_bytes, std::size_t height) {
    std::vector<png_bytep> rows(height);
    for (std::size_t y = 0; y < height; ++y) rows[y] = raw.data() + y * row_bytes;
    return rows;
}

}  // namespace

picture decode_png(const std::vector<std::uint8_t>& bytes, const std::string& name, std::size_t max_pixels) {
    reader r(bytes);
    if (r.info == nullptr) throw job_error("cannot initialise libpng");
    if (!read_head(r)) fail(name, r.note);
    const picture_claim claim{name, png_get_image_width(r.png, r.info), png_get_image_height(r.png, r.info),
                              bytes.size()};
    check_pixels(claim, max_pixels);
    if (const auto frames = count_frames(r); frames > 1)
        throw job_error(
            fmt::format("{}: an animation of {} frames; only files with one picture are supported", name, frames));
    check_unpacked(claim, (1 + png_get_rowbytes(r.png, r.info)) * claim.height, max_deflate_expansion);
    int passes = 1;
    if (!start_rows(r, passes)) fail(name, r.note);
    picture image = start_picture(claim, png_get_channels(r.png, r.info), png_get_bit_depth(r.png, r.info));
    if (!read_body(r, image, passes)) fail(name, r.note);
    const std::size_t row_samples = image.width * image.channels;
    for (std::size_t y = 0; y < image.height; ++y) widen(&image.samples[y * row_samples], row_samples, image.bits);
    turn_upright(image, orientation_of(r));
    return image;
}

std::vector<std::uint8_t> encode_png(const picture& image) {
    writer w;
    if (w.info == nullptr) throw job_error("cannot initialise libpng");
    const std::size_t sample_bytes = image.bits / 8;
    std::vector<std::uint8_t> raw(image.samples.size() * sample_bytes);
    for (std::size_t i = 0; i < image.samples.size(); ++i) {
        if (image.bits == 16) raw[2 * i] = static_cast<std::uint8_t>(image.samples[i] >> 8);
        raw[sample_bytes * (i + 1) - 1] = static_cast<std::uint8_t>(image.samples[i] & 0xff);
    }
    auto rows = row_pointers(raw, image.width * image.channels * sample_bytes, image.height);
    std::vector<std::uint8_t> out;
    if (!write_all(w, image, rows.data(), &out)) throw job_error(fmt::format("cannot write PNG: {}", w.note.text));
    return out;
}

}  // namespace stockham::tools
