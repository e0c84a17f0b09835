// JPEG in, through libjpeg.
//
// libjpeg's error handler must not return: it jumps back, and as in png.cpp no function that calls setjmp holds an
// object with a destructor.
#include <csetjmp>
#include <cstdio>
#include <cstring>

#include <fmt/format.h>
#include <jpeglib.h>

#include <jerror.h>

#include "fault.hpp"
#include "picture.hpp"

namespace stockham::tools {

namespace {

struct failure {
    jpeg_error_mgr manager;  // first, so that libjpeg's pointer to it is a pointer to us
    std::jmp_buf back;
    char text[JMSG_LENGTH_MAX];
    bool damaged;
};

failure* failure_of(j_common_ptr info) {
    return reinterpret_cast<failure*>(info->err);
}

void on_error(j_common_ptr info) {
    failure* f = failure_of(info);
    info->err->format_message(info, f->text);
    std::longjmp(f->back, 1);
}

// libjpeg goes on with grey after damage and only warns; a broken picture is an error here. Some bytes of rubbish
// between markers are all that is forgiven: cameras write them.
void on_message(j_common_ptr info, int level) {
    failure* f = failure_of(info);
    if (level >= 0 || f->damaged || info->err->msg_code == JWRN_EXTRANEOUS_DATA) return;
    f->damaged = true;
    info->err->format_message(info, f->text);
}

struct reader {
    failure note{};
    jpeg_decompress_struct info{};
    reader() {
        info.err = jpeg_std_error(&note.manager);
        note.manager.error_exit = on_error;
        note.manager.emit_message = on_message;
    }
    ~reader() { jpeg_destroy_decompress(&info); }
    reader(const reader&) = delete;
    reader& operator=(const reader&) = delete;
};

bool read_head(reader& r, const std::uint8_t* bytes, std::size_t size) {
    if (setjmp(r.note.back) != 0) return false;
    jpeg_create_decompress(&r.info);
    jpeg_mem_src(&r.info, bytes, size);
    jpeg_read_header(&r.info, TRUE);
    r.info.dct_method = JDCT_ISLOW;
    if (r.info.jpeg_color_space != JCS_CMYK && r.info.jpeg_color_space != JCS_YCCK)
        r.info.out_color_space = r.info.jpeg_color_space == JCS_GRAYSCALE ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_calc_output_dimensions(&r.info);
    return true;
}

bool read_body(reader& r, std::uint16_t* samples, std::uint8_t* row) {
    if (setjmp(r.note.back) != 0) return false;
    jpeg_start_decompress(&r.info);
    const std::size_t row_samples = static_cast<std::size_t>(r.info.output_width) * r.info.output_components;
    while (r.info.output_scanline < r.info.output_height) {
        std::uint16_t* to = samples + r.info.output_scanline * row_samples;
        jpeg_read_scanlines(&r.info, &row, 1);
        for (std::size_t i = 0; i < row_samples; ++i) to[i] = row[i];
    }
    jpeg_finish_decompress(&r.info);
    return !r.note.damaged;
}

}  // namespace

picture decode_jpeg(const std::vector<std::uint8_t>& bytes, const std::string& name) {
    reader r;
    if (!read_head(r, bytes.data(), bytes.size()))
        throw job_error(fmt::format("{}: broken JPEG: {}", name, r.note.text));
    if (r.info.out_color_space != JCS_GRAYSCALE && r.info.out_color_space != JCS_RGB)
        throw job_error(fmt::format("{}: a CMYK JPEG; only grey and colour ones are read", name));
    const unsigned channels = r.info.out_color_space == JCS_GRAYSCALE ? 1 : 3;
    picture image = make_picture(name, r.info.output_width, r.info.output_height, channels, 8);
    std::vector<std::uint8_t> row(image.width * channels);
    if (!read_body(r, image.samples.data(), row.data()))
        throw job_error(fmt::format("{}: broken JPEG: {}", name, r.note.text));
    return image;
}

}  // namespace stockham::tools
