// PNG in and out, through libpng.
//
// libpng reports errors by longjmp, which must not jump over an object with a destructor: each function that calls
// setjmp holds only plain values and the memory is owned by its caller.
#include <algorithm>
#include <csetjmp>
#include <cstring>

#include <fmt/format.h>
#include <png.h>

#include "fault.hpp"
#include "picture.hpp"

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

// After this every pixel is 1 to 4 whole samples of 8 or 16 bits.
bool read_head(reader& r) {
    if (setjmp(png_jmpbuf(r.png)) != 0) return false;
    png_set_read_fn(r.png, &r.source, on_read);
    png_set_user_limits(r.png, 0x7fffffff, 0x7fffffff);  // ours is a limit on the pixels: make_picture()
    png_read_info(r.png, r.info);
    png_set_expand(r.png);
    png_set_interlace_handling(r.png);
    png_read_update_info(r.png, r.info);
    return true;
}

bool read_body(reader& r, png_bytep* rows) {
    if (setjmp(png_jmpbuf(r.png)) != 0) return false;
    png_read_image(r.png, rows);
    png_read_end(r.png, nullptr);
    return true;
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
    png_set_compression_level(w.png, 4);  // spectra are noise: more effort takes seconds and saves nothing
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

picture decode_png(const std::vector<std::uint8_t>& bytes, const std::string& name) {
    reader r(bytes);
    if (r.info == nullptr) throw job_error("libpng does not start");
    if (!read_head(r)) fail(name, r.note);
    const unsigned bits = png_get_bit_depth(r.png, r.info);
    const unsigned channels = png_get_channels(r.png, r.info);
    picture image =
        make_picture(name, png_get_image_width(r.png, r.info), png_get_image_height(r.png, r.info), channels, bits);
    const std::size_t row_bytes = png_get_rowbytes(r.png, r.info);
    std::vector<std::uint8_t> raw(row_bytes * image.height);
    auto rows = row_pointers(raw, row_bytes, image.height);
    if (!read_body(r, rows.data())) fail(name, r.note);
    for (std::size_t i = 0; i < image.samples.size(); ++i)
        image.samples[i] =
            bits == 8 ? std::uint16_t{raw[i]} : static_cast<std::uint16_t>(raw[2 * i] << 8 | raw[2 * i + 1]);
    return image;
}

std::vector<std::uint8_t> encode_png(const picture& image) {
    writer w;
    if (w.info == nullptr) throw job_error("libpng does not start");
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
