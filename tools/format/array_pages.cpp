// Arrays as pages of a picture: which axes are pages, rows, columns and channels.
#include "format/array_pages.hpp"

#include <fmt/format.h>

#include "bytes.hpp"
#include "fault.hpp"
#include "format/decode.hpp"

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
        picture page = page_of(data_.bytes.data() + offset_ + index * layout_.page_bytes(), layout_, data_.name);
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

picture page_of(const std::uint8_t* from, const page_layout& layout, const std::string& name) {
    picture image = start_picture({name, layout.width, layout.height, 0}, layout.channels, type_for(layout.type));
    std::uint8_t* to = add_rows(image, image.height);
    convert_samples(layout.type, from, image.samples(), to);
    return image;
}

}  // namespace stockham::tools
