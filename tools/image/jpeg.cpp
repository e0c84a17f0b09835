// The JPEG reader, through libjpeg.
//
// libjpeg's error handler must not return, so it calls longjmp. As in png.cpp, functions that call setjmp hold no
// object with a destructor.
#include <csetjmp>
#include <cstdio>
#include <cstring>

#include <fmt/format.h>
#include <jpeglib.h>

#include <jerror.h>

#include "fault.hpp"
#include "image/decode.hpp"
#include "image/picture.hpp"

namespace stockham::tools {

namespace {

struct failure {
    jpeg_error_mgr manager;  // must be first: libjpeg's pointer to it is cast to `failure`
    std::jmp_buf back;
    char text[JMSG_LENGTH_MAX];
};

failure* failure_of(j_common_ptr info) {
    return reinterpret_cast<failure*>(info->err);
}

void on_error(j_common_ptr info) {
    failure* f = failure_of(info);
    info->err->format_message(info, f->text);
    std::longjmp(f->back, 1);
}

// After damage libjpeg only warns and continues with grey. Here a broken picture is an error. Only extraneous bytes
// between markers are ignored, because some cameras write them.
void on_message(j_common_ptr info, int level) {
    if (level < 0 && info->err->msg_code != JWRN_EXTRANEOUS_DATA) on_error(info);
}

// A scan of a few bytes makes libjpeg process the whole picture, so a file of such scans would take hours. Encoders
// write at most about a hundred scans.
constexpr int most_scans = 100;

void on_progress(j_common_ptr info) {
    if (reinterpret_cast<j_decompress_ptr>(info)->input_scan_number <= most_scans) return;
    failure* f = failure_of(info);
    std::snprintf(f->text, sizeof f->text, "it has more than %d scans", most_scans);
    std::longjmp(f->back, 1);
}

struct reader {
    failure note{};
    jpeg_progress_mgr progress{};
    jpeg_decompress_struct info{};
    reader() {
        progress.progress_monitor = on_progress;
        info.err = jpeg_std_error(&note.manager);
        note.manager.error_exit = on_error;
        note.manager.emit_message = on_message;
    }
    ~reader() { jpeg_destroy_decompress(&info); }
    reader(const reader&) = delete;
    reader& operator=(const reader&) = delete;
};

constexpr int exif_marker = JPEG_APP0 + 1;

bool read_head(reader& r, const std::uint8_t* bytes, std::size_t size) {
    if (setjmp(r.note.back) != 0) return false;
    jpeg_create_decompress(&r.info);
    r.info.progress = &r.progress;
    jpeg_mem_src(&r.info, bytes, size);
    jpeg_save_markers(&r.info, exif_marker, 0xffff);
    jpeg_read_header(&r.info, TRUE);
    r.info.dct_method = JDCT_ISLOW;
    const bool cmyk = r.info.jpeg_color_space == JCS_CMYK || r.info.jpeg_color_space == JCS_YCCK;
    r.info.out_color_space = cmyk ? JCS_CMYK : r.info.jpeg_color_space == JCS_GRAYSCALE ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_calc_output_dimensions(&r.info);
    return true;
}

// Huffman coding takes at least one bit per block of 8 x 8 samples of a component, and a component may have one block
// where others have 4 x 4. Arithmetic coding may take less than a bit; there memory only grows with the decoded rows.
constexpr std::size_t max_pixels_per_byte = 8 * 64 * 16;

// For a picture in several scans, libjpeg keeps all coefficients: 64 of 2 bytes per block of at least one bit. Padding
// may multiply the number of blocks by 4.
constexpr std::size_t max_coefficient_bytes_per_byte = 8 * 64 * 2 * 4;
constexpr std::size_t least_coefficient_bytes = std::size_t{1} << 20;

// `row` is a buffer for one row.
bool read_body(reader& r, picture& image, std::uint8_t* row) {
    if (setjmp(r.note.back) != 0) return false;
    jpeg_start_decompress(&r.info);
    const std::size_t row_samples = image.width * image.channels;
    while (r.info.output_scanline < r.info.output_height) {
        jpeg_read_scanlines(&r.info, &row, 1);
        std::uint16_t* to = add_rows(image, 1);
        for (std::size_t i = 0; i < row_samples; ++i) to[i] = row[i];
    }
    jpeg_finish_decompress(&r.info);
    return true;
}

unsigned orientation_of(const reader& r) {
    for (const jpeg_marker_struct* m = r.info.marker_list; m != nullptr; m = m->next)
        if (m->marker == exif_marker && m->data_length >= 6 && std::memcmp(m->data, "Exif\0\0", 6) == 0)
            return exif_orientation(m->data + 6, m->data_length - 6);
    return 1;
}

}  // namespace

picture decode_jpeg(const std::vector<std::uint8_t>& bytes, const std::string& name, std::size_t max_pixels) {
    const auto check = [&](bool fine, const reader& r) {
        if (!fine) throw job_error(fmt::format("{}: broken JPEG: {}", name, r.note.text));
    };
    reader r;
    check(read_head(r, bytes.data(), bytes.size()), r);
    const picture_claim claim{name, r.info.output_width, r.info.output_height, bytes.size()};
    check_pixels(claim, max_pixels);
    if (r.info.arith_code == FALSE) check_unpacked(claim, claim.width * claim.height, max_pixels_per_byte);
    r.info.mem->max_memory_to_use =
        static_cast<long>(least_coefficient_bytes + max_coefficient_bytes_per_byte * bytes.size());
    const unsigned orientation = orientation_of(r);  // read first: libjpeg frees the markers when it finishes
    picture image = start_picture(claim, static_cast<unsigned>(r.info.out_color_components), 8);
    std::vector<std::uint8_t> row(image.width * image.channels);
    check(read_body(r, image, row.data()), r);
    // Adobe's programs store inverted CMYK, which their marker indicates.
    if (image.channels == 4 && r.info.saw_Adobe_marker != FALSE)
        for (std::uint16_t& s : image.samples) s = static_cast<std::uint16_t>(255 - s);
    if (image.channels == 4) cmyk_to_rgb(image);
    turn_upright(image, orientation);
    return image;
}

}  // namespace stockham::tools
