// Pictures and arrays in .npy files.
#include "array/npy.hpp"

#include "format/array_pages.hpp"
#include "format/format.hpp"

namespace stockham::tools {

namespace {

array_frame frame_of_npy(const array_request& request) {
    const std::string header = make_npy_header(request.shape, descr_of(request.type), request.fortran);
    return {{header.begin(), header.end()}, {}};
}

std::unique_ptr<page_writer> create_npy(output_file& file, const write_request& request) {
    return write_as_array(file, request, frame_of_npy);
}

}  // namespace

std::unique_ptr<page_reader> pages_of_npy(picture_data data) {
    const npy_header header = parse_npy(data.bytes, data.name);
    const page_layout layout = layout_of(header.type, header.shape, data);
    return pages_of_array(std::move(data), layout, header.data_offset);
}

void append_npy_page(const picture& page, std::size_t pages, std::vector<std::uint8_t>& bytes) {
    if (bytes.empty()) {
        const std::string header = make_npy_header(shape_of(page, pages), descr_of(page.type));
        bytes.assign(header.begin(), header.end());
    }
    bytes.insert(bytes.end(), page.bytes.begin(), page.bytes.end());
}

std::vector<std::uint8_t> encode_npy(const picture& image) {
    std::vector<std::uint8_t> bytes;
    append_npy_page(image, 1, bytes);
    return bytes;
}

picture_format npy_format() {
    using namespace format_sets;
    picture_format f;
    f.name = "NPY";
    f.extensions = {".npy"};
    f.magics = {{"\x93NUMPY"}};
    f.types = any_type;
    f.channels = any_channels;
    f.alpha = alpha_rule::unnamed;
    f.many_pages = true;
    f.open = pages_of_npy;
    f.create = create_npy;
    f.frame = frame_of_npy;
    return f;
}

}  // namespace stockham::tools
