// Arrays as pages of a picture: which axes are pages, rows, columns and channels.
#include "format/array_pages.hpp"

#include <fmt/format.h>

#include "bytes.hpp"
#include "fault.hpp"
#include "format/decode.hpp"
#include "output.hpp"

namespace stockham::tools {

namespace {

class array_reader : public page_reader {
  public:
    array_reader(picture_data data, const page_layout& layout, std::size_t offset, array_facts facts)
        : data_(std::move(data)), layout_(layout), offset_(offset), facts_(std::move(facts)) {}
    std::size_t pages() const override { return layout_.pages; }
    stack_axes axes() override { return layout_.axes; }
    left_out_list left_out() override { return facts_.left_out; }
    picture read(std::size_t index) override {
        picture page =
            start_picture({data_.name, layout_.width, layout_.height, 0}, layout_.channels, type_for(layout_.type));
        std::uint8_t* to = add_rows(page, page.height);
        const auto stored = data_.bytes.part(offset_ + index * layout_.page_bytes(), layout_.page_bytes());
        convert_samples(layout_.type, stored.data(), page.samples(), to);
        if (facts_.alpha != alpha_kind::none) page.set_alpha(facts_.alpha);
        page.metadata = facts_.metadata;
        return page;
    }

  private:
    picture_data data_;
    page_layout layout_;
    std::size_t offset_;
    array_facts facts_;
};

class array_writer final : public page_writer {
  public:
    array_writer(output_file& file, const write_request& request, array_frame (*frame)(const array_request&))
        : file_(file), request_(request), frame_of_(frame) {}
    void add(const picture& page) override {
        if (!started_) {
            const npy_type type{is_float(page.type) ? 'f' : 'u', static_cast<unsigned>(size_of(page.type)),
                                is_big_endian_machine()};
            frame_ = frame_of_({request_.name, request_.member, type, shape_of(page, request_.pages)});
            file_.write(frame_.before.data(), frame_.before.size());
            started_ = true;
        }
        file_.write(page.bytes.data(), page.bytes.size());
    }
    void finish() override { file_.write(frame_.behind.data(), frame_.behind.size()); }

  private:
    output_file& file_;
    const write_request request_;
    array_frame (*const frame_of_)(const array_request&);
    array_frame frame_;
    bool started_ = false;
};

}  // namespace

page_layout layout_of(const npy_type& type, const std::vector<std::size_t>& shape, const picture_data& data) {
    const std::string& name = data.name;
    if (type.is_complex())
        throw job_error(fmt::format("{}: a picture cannot have complex numbers (got {} with shape {})", name,
                                    type.text(), shape_text(shape)));
    const std::size_t rank = shape.size();
    if (rank < 2)
        throw job_error(fmt::format("{}: a picture must have the shape (height, width), (height, width, 1 to 4 "
                                    "channels) or these after a number of pages (got {} with shape {})",
                                    name, type.text(), shape_text(shape)));
    if (data.channels_last && (rank < 3 || shape[rank - 1] > most_channels))
        throw job_error(fmt::format("{}: --channels needs the shape (height, width, 1 to {} channels), with or without "
                                    "pages before them (got {} with shape {})",
                                    name, most_channels, type.text(), shape_text(shape)));
    const bool has_channels = rank >= 3 && (data.channels_last || shape[rank - 1] <= 4);
    const std::size_t end = has_channels ? rank - 1 : rank;
    page_layout layout{type,    1, shape[end - 2], shape[end - 1], has_channels ? static_cast<unsigned>(shape[end]) : 1,
                       end - 2, {}};
    for (std::size_t axis = 0; axis < layout.page_axes; ++axis) {
        layout.pages *= shape[axis];
        if (shape[axis] > 1) layout.axes.push_back({'?', shape[axis]});
    }
    check_pixels({name, layout.width, layout.height, 0}, data.max_pixels);
    return layout;
}

std::vector<std::size_t> shape_of(const picture& page, std::size_t pages) {
    std::vector<std::size_t> shape;
    if (pages > 1) shape.push_back(pages);
    shape.insert(shape.end(), {page.height, page.width});
    if (page.channels > 1) shape.push_back(page.channels);
    return shape;
}

std::string descr_of(const npy_type& type) {
    return (type.size == 1 ? "|" : is_big_endian_machine() ? ">" : "<") + type.text();
}

std::string descr_of(sample_type type) {
    return (type == sample_type::u8 ? '|' : is_big_endian_machine() ? '>' : '<') + std::string(name_of(type));
}

std::unique_ptr<page_reader> pages_of_array(picture_data data, const page_layout& layout, std::size_t offset,
                                            array_facts facts) {
    return std::make_unique<array_reader>(std::move(data), layout, offset, std::move(facts));
}

std::unique_ptr<page_writer> write_as_array(output_file& file, const write_request& request,
                                            array_frame (*frame)(const array_request&)) {
    return std::make_unique<array_writer>(file, request, frame);
}

}  // namespace stockham::tools
