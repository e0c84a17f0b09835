// The PNG reader and writer, through libpng.
//
// libpng reports errors by longjmp, which must not skip destructors. Functions that call setjmp therefore hold only
// plain values; their callers own the memory.
#include <algorithm>
#include <cmath>
#include <csetjmp>
#include <cstring>
#include <exception>
#include <functional>

#include <fmt/format.h>
#include <png.h>

#include "fault.hpp"
#include "format/decode.hpp"
#include "format/format.hpp"
#include "format/single_page.hpp"
#include "output.hpp"

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

// libpng decodes only the chunks of the picture itself, its colour profile and its resolution, because a comment of a
// few bytes may expand to megabytes. The chunks with the EXIF data and the number of frames are kept undecoded.
// libpng's own reader of EXIF data would allocate whatever length the chunk claims.
constexpr png_alloc_size_t most_chunk_bytes = 1 << 20;
constexpr png_byte kept_chunks[] = "eXIf\0acTL";
constexpr png_byte decoded_chunks[] = "iCCP\0pHYs";

bool read_head(reader& r) {
    if (setjmp(png_jmpbuf(r.png)) != 0) return false;
    png_set_read_fn(r.png, &r.source, on_read);
    png_set_user_limits(r.png, 0x7fffffff, 0x7fffffff);  // check_pixels() limits the size
    png_set_chunk_malloc_max(r.png, most_chunk_bytes);
    png_set_keep_unknown_chunks(r.png, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
    png_set_keep_unknown_chunks(r.png, PNG_HANDLE_CHUNK_ALWAYS, kept_chunks, 2);
    png_set_keep_unknown_chunks(r.png, PNG_HANDLE_CHUNK_AS_DEFAULT, decoded_chunks, 2);
    png_read_info(r.png, r.info);
    return true;
}

// libpng allocates memory for rows here. Afterwards a pixel has 1 to 4 samples of 8 or 16 bits.
bool start_rows(reader& r, int& passes) {
    if (setjmp(png_jmpbuf(r.png)) != 0) return false;
    png_set_expand(r.png);
    if (!is_big_endian_machine()) png_set_swap(r.png);
    passes = png_set_interlace_handling(r.png);
    png_read_update_info(r.png, r.info);
    return true;
}

bool read_body(reader& r, picture& image, int passes) {
    if (setjmp(png_jmpbuf(r.png)) != 0) return false;
    for (int pass = 0; pass < passes; ++pass)
        for (std::size_t y = 0; y < image.height; ++y)
            png_read_row(r.png, pass == 0 ? add_rows(image, 1) : &image.bytes[y * image.row_bytes()], nullptr);
    png_read_end(r.png, r.info);
    return true;
}

// The first kept chunk of that name, or null.
const png_unknown_chunk* find_chunk(const reader& r, const char* name) {
    png_unknown_chunkp chunks = nullptr;
    const int count = png_get_unknown_chunks(r.png, r.info, &chunks);
    for (int k = 0; k < count; ++k)
        if (std::memcmp(chunks[k].name, name, 4) == 0) return &chunks[k];
    return nullptr;
}

constexpr double inches_per_metre = 0.0254;

// Reads the metadata and returns the orientation.
unsigned read_metadata(const reader& r, picture& image) {
    png_charp name = nullptr;
    int method = 0;
    png_bytep profile = nullptr;
    png_uint_32 size = 0;
    if (png_get_iCCP(r.png, r.info, &name, &method, &profile, &size) != 0)
        image.metadata.icc.assign(profile, profile + size);
    image.metadata.across = png_get_x_pixels_per_meter(r.png, r.info) * inches_per_metre;
    image.metadata.down = png_get_y_pixels_per_meter(r.png, r.info) * inches_per_metre;
    const png_unknown_chunk* exif = find_chunk(r, "eXIf");
    if (exif == nullptr) return 1;
    keep_exif(image, exif->data, exif->size);
    return exif_orientation(exif->data, exif->size);
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

// An exception must not cross libpng's C frames: it waits here.
struct byte_sink {
    std::function<void(const std::uint8_t*, std::size_t)> take;
    std::exception_ptr failure;
};

void on_write(png_structp png, png_bytep from, std::size_t bytes) {
    auto* sink = static_cast<byte_sink*>(png_get_io_ptr(png));
    try {
        sink->take(from, bytes);
    } catch (...) {
        sink->failure = std::current_exception();
    }
    if (sink->failure) png_error(png, "cannot write");
}

void on_flush(png_structp) {}

void set_metadata(writer& w, const picture_metadata& m) {
    if (!m.icc.empty())
        png_set_iCCP(w.png, w.info, "profile", PNG_COMPRESSION_TYPE_BASE, m.icc.data(),
                     static_cast<png_uint_32>(m.icc.size()));
    if (!m.exif.empty())
        png_set_eXIf_1(w.png, w.info, static_cast<png_uint_32>(m.exif.size()), const_cast<png_bytep>(m.exif.data()));
    // PNG counts pixels per metre in 31 bits: pixels of an electron microscope may be smaller.
    const auto per_metre = [](double per_inch) {
        return static_cast<png_uint_32>(std::llround(per_inch / inches_per_metre));
    };
    constexpr double most_per_inch = 0x7fffffff * inches_per_metre;
    const print_size size = pixels_per_inch(m);
    if (size.across > 0 && size.down > 0 && std::max(size.across, size.down) < most_per_inch)
        png_set_pHYs(w.png, w.info, per_metre(size.across), per_metre(size.down), PNG_RESOLUTION_METER);
}

bool write_all(writer& w, const picture& image, png_bytep* rows, byte_sink* out) {
    static const int colour_types[] = {0, PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB,
                                       PNG_COLOR_TYPE_RGB_ALPHA};
    if (setjmp(png_jmpbuf(w.png)) != 0) return false;
    png_set_write_fn(w.png, out, on_write, on_flush);
    png_set_user_limits(w.png, 0x7fffffff, 0x7fffffff);
    png_set_benign_errors(w.png, 1);  // a broken colour profile is left out
    png_set_IHDR(w.png, w.info, static_cast<png_uint_32>(image.width), static_cast<png_uint_32>(image.height),
                 8 * static_cast<int>(size_of(image.type)), colour_types[image.channels], PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    set_metadata(w, image.metadata);
    png_set_compression_level(w.png, 4);  // spectra hardly compress: higher levels take seconds and save nothing
    png_write_info(w.png, w.info);
    if (!is_big_endian_machine()) png_set_swap(w.png);
    png_write_image(w.png, rows);
    png_write_end(w.png, nullptr);
    return true;
}

void write_png(const picture& image, byte_sink sink) {
    writer w;
    if (w.info == nullptr) throw job_error("cannot initialise libpng");
    std::vector<png_bytep> rows(image.height);
    // libpng does not write to the rows; its interface has no const.
    for (std::size_t y = 0; y < image.height; ++y)
        rows[y] = const_cast<png_bytep>(image.bytes.data() + y * image.row_bytes());
    if (write_all(w, image, rows.data(), &sink)) return;
    if (sink.failure) std::rethrow_exception(sink.failure);
    throw job_error(fmt::format("cannot write PNG: {}", w.note.text));
}

// Writes compressed rows to the file at once: a large picture is not held twice.
class png_writer : public page_writer {
  public:
    explicit png_writer(output_file& file) : file_(file) {}
    void add(const picture& page) override {
        write_png(page, {[this](const std::uint8_t* from, std::size_t bytes) { file_.write(from, bytes); }, nullptr});
    }
    void finish() override {}

  private:
    output_file& file_;
};

picture decode_png(const picture_data& data) {
    const std::string& name = data.name;
    reader r(data.bytes);
    if (r.info == nullptr) throw job_error("cannot initialise libpng");
    if (!read_head(r)) fail(name, r.note);
    const picture_claim claim{name, png_get_image_width(r.png, r.info), png_get_image_height(r.png, r.info),
                              data.bytes.size()};
    check_pixels(claim, data.max_pixels);
    if (const auto frames = count_frames(r); frames > 1)
        throw job_error(
            fmt::format("{}: an animation of {} frames; only files with one picture are supported", name, frames));
    check_unpacked(claim, (1 + png_get_rowbytes(r.png, r.info)) * claim.height, max_deflate_expansion);
    int passes = 1;
    if (!start_rows(r, passes)) fail(name, r.note);
    const sample_type type = png_get_bit_depth(r.png, r.info) == 16 ? sample_type::u16 : sample_type::u8;
    const unsigned channels = png_get_channels(r.png, r.info);
    picture image = start_picture(claim, channels, type, channels % 2 == 0 ? alpha_kind::straight : alpha_kind::none);
    if (!read_body(r, image, passes)) fail(name, r.note);
    const unsigned orientation = read_metadata(r, image);
    turn_upright(image, orientation);
    return image;
}

std::unique_ptr<page_reader> open_png(picture_data data) {
    return std::make_unique<single_page>(std::move(data), decode_png);
}

std::unique_ptr<page_writer> create_png(output_file& file, const write_request&) {
    return std::make_unique<png_writer>(file);
}

}  // namespace

std::vector<std::uint8_t> encode_png(const picture& image) {
    std::vector<std::uint8_t> out;
    write_png(image, {[&](const std::uint8_t* from, std::size_t bytes) { out.insert(out.end(), from, from + bytes); },
                      nullptr});
    return out;
}

picture_format png_format() {
    using namespace format_sets;
    picture_format f;
    f.name = "PNG";
    f.extensions = {".png"};
    f.magics = {{"\x89PNG\r\n\x1a\n"}};
    f.types = u8 | u16;
    f.channels = up_to_4;
    f.alpha = alpha_rule::straight;
    f.metadata = looks | holds_print_size | holds_pixel_size;
    f.library = "libpng";
    f.open = open_png;
    f.create = create_png;
    return f;
}

}  // namespace stockham::tools
