// MRC, the format of electron microscopes and tomograms: a header of 1024 bytes, an extended header, then samples. Rows
// and sections are in the order of the file, as mrcfile reads them. A. Cheng et al., MRC2014: Extensions to the MRC
// format header for electron cryo-microscopy and tomography, J. Struct. Biol. 192 (2015) 146;
// https://www.ccpem.ac.uk/mrc_format
#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "bytes.hpp"
#include "fault.hpp"
#include "format/array_pages.hpp"
#include "format/decode.hpp"
#include "format/format.hpp"
#include "output.hpp"

namespace stockham::tools {

namespace {

constexpr std::size_t header_bytes = 1024;
// The words of the header, four bytes each, counted from 0.
constexpr std::size_t columns_word = 0, mode_word = 3, intervals_word = 7, cell_word = 10, axes_word = 16,
                      density_word = 19, group_word = 22, extended_word = 23, version_word = 27, imod_word = 38,
                      map_word = 52, stamp_word = 53, deviation_word = 54;
constexpr std::int32_t image_stack = 0, volume = 1, first_volume_stack = 401, last_volume_stack = 630;

class mrc_header {
  public:
    explicit mrc_header(const picture_data& data) : data_(data) {
        if (data.bytes.size() < header_bytes) fail("its header is cut off");
        // The stamp is 44 44 or 44 41, or 11 11 if the most significant byte goes first.
        words_ = data.bytes.part(0, header_bytes);
        big_endian_ = words_[4 * stamp_word] == 0x11;
    }

    std::int32_t whole(std::size_t word) const { return take<std::int32_t>(word); }
    float real(std::size_t word) const { return take<float>(word); }
    bool big_endian() const { return big_endian_; }
    [[noreturn]] void fail(const std::string& why) const {
        throw job_error(fmt::format("{}: broken MRC: {}", data_.name, why));
    }

    /// A length, or a number of bytes.
    std::size_t count(std::size_t word) const {
        const std::int32_t value = whole(word);
        if (value < 0) fail(fmt::format("its header has the negative length {}", value));
        return static_cast<std::size_t>(value);
    }

  private:
    template <class Number>
    Number take(std::size_t word) const {
        std::uint8_t bytes[4];
        std::memcpy(bytes, &words_[4 * word], 4);
        if (big_endian_ != is_big_endian_machine()) std::swap(bytes[0], bytes[3]), std::swap(bytes[1], bytes[2]);
        Number value;
        std::memcpy(&value, bytes, 4);
        return value;
    }

    const picture_data& data_;
    std::vector<std::uint8_t> words_;
    bool big_endian_ = false;
};

// The type of the samples; mode 16 has three of them a pixel.
npy_type type_of(const mrc_header& header, const std::string& name) {
    constexpr std::int32_t imod = 1146047817;
    // IMOD wrote unsigned bytes until 2011, and says which ones a file has.
    const bool is_unsigned = header.whole(imod_word) == imod && (header.whole(imod_word + 1) & 1) == 0;
    const bool big = header.big_endian();
    switch (header.whole(mode_word)) {
    case 0:
        return {is_unsigned ? 'u' : 'i', 1, big};
    case 1:
        return {'i', 2, big};
    case 2:
        return {'f', 4, big};
    case 6:
        return {'u', 2, big};
    case 12:
        return {'f', 2, big};
    case 16:
        return {'u', 1, big};
    case 3:
    case 4:
        throw job_error(
            fmt::format("{}: a picture cannot have complex numbers (mode {} of MRC)", name, header.whole(mode_word)));
    default:
        throw job_error(fmt::format("{}: mode {} of MRC is not supported (0, 1, 2, 6, 12 and 16 are)", name,
                                    header.whole(mode_word)));
    }
}

// The length of a pixel along a stored axis in nanometres; 0 if the header does not state it.
double pixel_length(const mrc_header& header, std::size_t axis) {
    constexpr double nanometres_per_angstrom = 0.1;
    // The axes of the cell are x, y and z. Those of the file are the same in all but a few maps of crystals.
    const std::int32_t stored = header.whole(axes_word + axis);
    const std::size_t of_cell = stored >= 1 && stored <= 3 ? static_cast<std::size_t>(stored - 1) : axis;
    const double length = static_cast<double>(header.real(cell_word + of_cell));
    const double intervals = static_cast<double>(header.whole(intervals_word + of_cell));
    const double pixel = nanometres_per_angstrom * length / intervals;
    return std::isfinite(pixel) && pixel > 0 ? pixel : 0;
}

array_facts facts_of(const mrc_header& header, const stack_axes& axes) {
    array_facts facts;
    picture_metadata& m = facts.metadata;
    if (const double across = pixel_length(header, 0), down = pixel_length(header, 1); across > 0 && down > 0) {
        m.across = 1 / across;
        m.down = 1 / down;
        m.unit = "nm";
        if (axes.size() == 1 && axes.front().name == 'Z') m.depth = pixel_length(header, 2);
    }
    if (header.count(extended_word) > 0)
        facts.left_out.push_back(fmt::format("an extended header of {}", bytes_text(header.count(extended_word))));
    return facts;
}

// Sections are images, the slices of a volume, or those of several volumes.
stack_axes axes_of(const mrc_header& header, std::size_t sections) {
    const std::int32_t group = header.whole(group_word);
    if (sections == 1) return {};
    if (group == image_stack) return {{'?', sections}};
    const std::size_t slices = header.count(intervals_word + 2);
    const bool several = group >= first_volume_stack && group <= last_volume_stack;
    if (!several || slices == 0 || sections % slices != 0 || slices == sections) return {{'Z', sections}};
    if (slices == 1) return {{'?', sections}};
    return {{'?', sections / slices}, {'Z', slices}};
}

std::unique_ptr<page_reader> open_mrc(picture_data data) {
    const mrc_header header(data);
    page_layout layout;
    layout.type = type_of(header, data.name);
    layout.width = header.count(columns_word);
    layout.height = header.count(columns_word + 1);
    layout.pages = header.count(columns_word + 2);
    layout.channels = header.whole(mode_word) == 16 ? 3 : 1;
    check_pixels({data.name, layout.width, layout.height, data.bytes.size()}, data.max_pixels);
    if (layout.pages == 0) header.fail("it has no sections");
    const auto bytes = product({layout.pages, layout.height, layout.width, layout.channels, layout.type.size});
    const std::size_t offset = header_bytes + header.count(extended_word);
    if (!bytes || offset > data.bytes.size() || *bytes > data.bytes.size() - offset)
        throw job_error(
            fmt::format("{}: broken MRC: {} x {} x {} samples of {} behind {} bytes are more than the file has",
                        data.name, layout.width, layout.height, layout.pages, layout.type.text(), offset));
    layout.axes = axes_of(header, layout.pages);
    array_facts facts = facts_of(header, layout.axes);
    return pages_of_array(std::move(data), layout, offset, std::move(facts));
}

class mrc_writer : public page_writer {
  public:
    mrc_writer(output_file& file, const write_request& request) : file_(file), pages_(request.pages) {}
    void add(const picture& page) override {
        if (!started_) write_header(page);
        started_ = true;
        file_.write(page.bytes.data(), page.bytes.size());
    }
    void finish() override {}

  private:
    // Pages whose distance is known are the slices of a volume, others a stack of images.
    void write_header(const picture& page) {
        const bool is_volume = page.metadata.depth > 0 && pages_ > 1;
        const std::size_t lengths[] = {page.width, page.height, pages_};
        if (*std::max_element(std::begin(lengths), std::end(lengths)) > 0x7fffffff)
            throw job_error(fmt::format("cannot write {}: MRC has at most 2^31 - 1 pixels and sections along an axis",
                                        file_.name()));
        // Angstroms per pixel; the unit is one of length, else the size is unknown.
        constexpr double angstroms_per_inch = 2.54e8;
        const print_size size = pixels_per_inch(page.metadata);
        const double across = size.across > 0 ? angstroms_per_inch / size.across : 0;
        const double down = size.down > 0 ? angstroms_per_inch / size.down : 0;
        const double depth = is_volume ? page.metadata.depth * across * page.metadata.across : across;
        const double pixel[] = {across, down, depth};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::size_t intervals = axis == 2 && !is_volume ? 1 : lengths[axis];
            put(columns_word + axis, static_cast<std::int32_t>(lengths[axis]));
            put(intervals_word + axis, static_cast<std::int32_t>(intervals));
            put(cell_word + axis, static_cast<float>(pixel[axis] * static_cast<double>(intervals)));
            put(cell_word + 3 + axis, 90.0f);
            put(axes_word + axis, static_cast<std::int32_t>(axis + 1));
        }
        put(mode_word, std::int32_t{page.type == sample_type::u16 ? 6 : 2});
        put(group_word, is_volume ? volume : image_stack);
        put(version_word, std::int32_t{20140});
        // A largest value below the smallest one and so on: unknown, as the pages are written while they come.
        put(density_word, 0.0f), put(density_word + 1, -1.0f), put(density_word + 2, -2.0f), put(deviation_word, -1.0f);
        std::memcpy(header_ + 4 * map_word, "MAP ", 4);
        const std::uint8_t order = is_big_endian_machine() ? 0x11 : 0x44;
        header_[4 * stamp_word] = header_[4 * stamp_word + 1] = order;
        file_.write(header_, sizeof header_);
    }

    template <class Number>
    void put(std::size_t word, Number value) {
        static_assert(sizeof value == 4);
        std::memcpy(header_ + 4 * word, &value, 4);
    }

    output_file& file_;
    std::size_t pages_;
    std::uint8_t header_[header_bytes] = {};
    bool started_ = false;
};

std::unique_ptr<page_writer> create_mrc(output_file& file, const write_request& request) {
    return std::make_unique<mrc_writer>(file, request);
}

}  // namespace

picture_format mrc_format() {
    using namespace format_sets;
    using std::string_literals::operator""s;
    picture_format f;
    f.name = "MRC";
    f.extensions = {".mrc", ".mrcs", ".map", ".rec", ".st", ".ali"};
    f.magics = {{"MAP ", 4 * map_word}, {"MAP\0"s, 4 * map_word}};
    f.types = u16 | f32;
    f.channels = grey;
    f.metadata = holds_pixel_size;
    f.many_pages = true;
    f.open = open_mrc;
    f.create = create_mrc;
    return f;
}

}  // namespace stockham::tools
