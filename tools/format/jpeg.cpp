// The JPEG reader and writer, through libjpeg.
//
// libjpeg's error handler must not return, so it calls longjmp. As in png.cpp, functions that call setjmp hold no
// object with a destructor.
#include <algorithm>
#include <cmath>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>
#include <jpeglib.h>

#include <jerror.h>

#include "fault.hpp"
#include "format/decode.hpp"
#include "format/format.hpp"
#include "format/single_page.hpp"

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
constexpr int icc_marker = JPEG_APP0 + 2;

bool read_head(reader& r, const std::uint8_t* bytes, std::size_t size) {
    if (setjmp(r.note.back) != 0) return false;
    jpeg_create_decompress(&r.info);
    r.info.progress = &r.progress;
    jpeg_mem_src(&r.info, bytes, size);
    jpeg_save_markers(&r.info, exif_marker, 0xffff);
    jpeg_save_markers(&r.info, icc_marker, 0xffff);
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

bool read_body(reader& r, picture& image) {
    if (setjmp(r.note.back) != 0) return false;
    jpeg_start_decompress(&r.info);
    while (r.info.output_scanline < r.info.output_height) {
        JSAMPROW row = add_rows(image, 1);
        jpeg_read_scanlines(&r.info, &row, 1);
    }
    jpeg_finish_decompress(&r.info);
    return true;
}

// The profile is in the markers, which hold at most the file; null if there is none. The caller frees it.
JOCTET* read_profile(reader& r, unsigned& size) {
    JOCTET* profile = nullptr;
    if (setjmp(r.note.back) != 0) return nullptr;
    return jpeg_read_icc_profile(&r.info, &profile, &size) != FALSE ? profile : nullptr;
}

constexpr double centimetres_per_inch = 2.54;

// Reads the metadata and returns the orientation.
unsigned read_metadata(reader& r, picture& image) {
    unsigned size = 0;
    if (JOCTET* profile = read_profile(r, size)) {
        if (size <= most_metadata_bytes) image.metadata.icc.assign(profile, profile + size);
        std::free(profile);
    }
    const double unit = r.info.saw_JFIF_marker == FALSE ? 0
                        : r.info.density_unit == 1      ? 1
                        : r.info.density_unit == 2      ? centimetres_per_inch
                                                        : 0;
    image.metadata.across = unit * r.info.X_density;
    image.metadata.down = unit * r.info.Y_density;
    for (const jpeg_marker_struct* m = r.info.marker_list; m != nullptr; m = m->next)
        if (m->marker == exif_marker && m->data_length >= 6 && std::memcmp(m->data, "Exif\0\0", 6) == 0) {
            keep_exif(image, m->data + 6, m->data_length - 6);
            return exif_orientation(m->data + 6, m->data_length - 6);
        }
    return 1;
}

picture decode_jpeg(const picture_data& data) {
    const std::string& name = data.name;
    const auto check = [&](bool fine, const reader& r) {
        if (!fine) throw job_error(fmt::format("{}: broken JPEG: {}", name, r.note.text));
    };
    reader r;
    check(read_head(r, data.bytes.data(), data.bytes.size()), r);
    const picture_claim claim{name, r.info.output_width, r.info.output_height, data.bytes.size()};
    check_pixels(claim, data.max_pixels);
    if (r.info.arith_code == FALSE) check_unpacked(claim, claim.width * claim.height, max_pixels_per_byte);
    r.info.mem->max_memory_to_use =
        static_cast<long>(least_coefficient_bytes + max_coefficient_bytes_per_byte * data.bytes.size());
    picture image = start_picture(claim, static_cast<unsigned>(r.info.out_color_components), sample_type::u8);
    const unsigned orientation = read_metadata(r, image);  // read first: libjpeg frees the markers when it finishes
    check(read_body(r, image), r);
    // Adobe's programs store inverted CMYK, which their marker indicates.
    if (image.channels == 4 && r.info.saw_Adobe_marker != FALSE)
        for (std::uint8_t& s : image.bytes) s = static_cast<std::uint8_t>(255 - s);
    if (image.channels == 4) cmyk_to_rgb(image);
    turn_upright(image, orientation);
    return image;
}

struct jpeg_writer {
    failure note{};
    jpeg_compress_struct info{};
    unsigned char* memory = nullptr;
    unsigned long size = 0;
    jpeg_writer() {
        info.err = jpeg_std_error(&note.manager);
        note.manager.error_exit = on_error;
    }
    ~jpeg_writer() {
        jpeg_destroy_compress(&info);
        std::free(memory);
    }
    jpeg_writer(const jpeg_writer&) = delete;
    jpeg_writer& operator=(const jpeg_writer&) = delete;
};

// The length of a marker is stored in two bytes, which count themselves.
constexpr std::size_t most_marker_bytes = 65533;

// `exif` is the content of the EXIF marker.
bool write_jpeg(jpeg_writer& w, const picture& image, const std::vector<std::uint8_t>& exif, int quality) {
    if (setjmp(w.note.back) != 0) return false;
    jpeg_create_compress(&w.info);
    jpeg_mem_dest(&w.info, &w.memory, &w.size);
    w.info.image_width = static_cast<JDIMENSION>(image.width);
    w.info.image_height = static_cast<JDIMENSION>(image.height);
    w.info.input_components = static_cast<int>(image.channels);
    w.info.in_color_space = image.channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(&w.info);
    jpeg_set_quality(&w.info, quality, TRUE);
    if (image.metadata.across > 0 && image.metadata.down > 0) {
        w.info.density_unit = 1;
        w.info.X_density = static_cast<UINT16>(std::lround(std::min(image.metadata.across, 65535.0)));
        w.info.Y_density = static_cast<UINT16>(std::lround(std::min(image.metadata.down, 65535.0)));
    }
    jpeg_start_compress(&w.info, TRUE);
    if (!exif.empty() && exif.size() <= most_marker_bytes)
        jpeg_write_marker(&w.info, exif_marker, exif.data(), static_cast<unsigned>(exif.size()));
    if (!image.metadata.icc.empty())
        jpeg_write_icc_profile(&w.info, image.metadata.icc.data(), static_cast<unsigned>(image.metadata.icc.size()));
    while (w.info.next_scanline < w.info.image_height) {
        JSAMPROW row = const_cast<JSAMPROW>(image.bytes.data() + w.info.next_scanline * image.row_bytes());
        jpeg_write_scanlines(&w.info, &row, 1);
    }
    jpeg_finish_compress(&w.info);
    return true;
}

std::vector<std::uint8_t> encode_jpeg_picture(const picture& image, const write_request& request) {
    std::vector<std::uint8_t> exif;
    if (!image.metadata.exif.empty()) {
        exif = {'E', 'x', 'i', 'f', 0, 0};
        exif.insert(exif.end(), image.metadata.exif.begin(), image.metadata.exif.end());
    }
    jpeg_writer w;
    if (!write_jpeg(w, image, exif, request.quality))
        throw job_error(fmt::format("cannot write {}: {}", request.name, w.note.text));
    return {w.memory, w.memory + w.size};
}

std::unique_ptr<page_reader> open_jpeg(picture_data data) {
    return std::make_unique<single_page>(std::move(data), decode_jpeg);
}

std::unique_ptr<page_writer> create_jpeg(output_file& file, const write_request& request) {
    return std::make_unique<single_page_writer>(file, request, encode_jpeg_picture);
}

}  // namespace

picture_format jpeg_format() {
    using namespace format_sets;
    picture_format f;
    f.name = "JPEG";
    f.extensions = {".jpg", ".jpeg", ".jpe", ".jfif"};
    f.magics = {{"\xff\xd8\xff"}};
    f.types = u8;
    f.channels = grey | rgb;
    f.metadata = looks | holds_print_size;
    f.library = "libjpeg";
    f.open = open_jpeg;
    f.create = create_jpeg;
    return f;
}

}  // namespace stockham::tools
