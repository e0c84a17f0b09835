// Pictures in files without a header: the command line gives type and shape.
#include <fmt/format.h>

#include "bytes.hpp"
#include "fault.hpp"
#include "format/array_pages.hpp"
#include "format/format.hpp"

namespace stockham::tools {

namespace {

std::unique_ptr<page_reader> open_raw(picture_data data) {
    check_raw_bytes({data.raw->type, data.raw->shape, {}}, raw_bytes(data), data.bytes.size(), data.name);
    const page_layout layout = layout_of(data.raw->type, data.raw->shape, data);
    return pages_of_array(std::move(data), layout, 0);
}

std::unique_ptr<page_writer> create_raw(output_file& file, const write_request& request) {
    return write_as_array(file, request, [](const array_request&) { return array_frame(); });
}

}  // namespace

std::size_t raw_bytes(const picture_data& data) {
    const raw_layout& raw = *data.raw;
    layout_of(raw.type, raw.shape, data);
    auto factors = raw.shape;
    factors.push_back(raw.type.size);
    if (const auto bytes = product(factors)) return *bytes;
    throw job_error(fmt::format("{}: {} of {} (--shape, --raw) needs more than this machine can address", data.name,
                                shape_text(raw.shape), raw.type.text()));
}

void check_raw_bytes(const raw_layout& raw, std::size_t needed, std::size_t bytes, const std::string& name) {
    const std::size_t offset = raw.offset.value_or(0);
    if (raw.offset ? offset <= bytes && needed <= bytes - offset : needed == bytes) return;
    throw job_error(fmt::format("{}: {} bytes, but {} of {} (--shape, --raw){} needs {}", name, bytes,
                                shape_text(raw.shape), raw.type.text(),
                                raw.offset ? fmt::format(" behind {} bytes (--offset)", offset) : "", needed));
}

picture_format raw_format() {
    using namespace format_sets;
    picture_format f;
    f.name = "raw";
    f.extensions = {".raw", ".bin"};
    f.types = any_type;
    f.channels = any_channels;
    f.alpha = alpha_rule::unnamed;
    f.many_pages = true;
    f.open = open_raw;
    f.create = create_raw;
    return f;
}

}  // namespace stockham::tools
