// Pictures in files without a header: the command line gives type and shape.
#include <fmt/format.h>

#include "bytes.hpp"
#include "fault.hpp"
#include "format/array_pages.hpp"
#include "format/format.hpp"
#include "output.hpp"

namespace stockham::tools {

namespace {

class raw_writer : public page_writer {
  public:
    explicit raw_writer(output_file& file) : file_(file) {}
    void add(const picture& page) override { file_.write(page.bytes.data(), page.bytes.size()); }
    void finish() override {}

  private:
    output_file& file_;
};

}  // namespace

std::unique_ptr<page_reader> open_raw(picture_data data) {
    const auto& [type, shape] = *data.raw;
    const page_layout layout = layout_of(type, shape, data);
    const auto bytes = product({layout.pages, layout.height, layout.width, layout.channels, type.size});
    if (!bytes || *bytes != data.bytes.size())
        throw job_error(fmt::format("{}: {} bytes, but {} of {} (--shape, --raw) needs {}", data.name,
                                    data.bytes.size(), shape_text(shape), type.text(),
                                    bytes ? fmt::format("{}", *bytes) : "more than this machine can address"));
    return pages_of_array(std::move(data), layout, 0);
}

std::unique_ptr<page_writer> create_raw(output_file& file, const write_request&) {
    return std::make_unique<raw_writer>(file);
}

}  // namespace stockham::tools
