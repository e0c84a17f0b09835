// NRRD, an array of any rank behind a header of lines "field: value", as Slicer, ITK and teem write it, with raw or
// gzip-packed samples in the same file. http://teem.sourceforge.net/nrrd/format.html
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "base/plain_text.hpp"
#include "bytes.hpp"
#include "fault.hpp"
#include "format/array_pages.hpp"
#include "format/decode.hpp"
#include "format/format.hpp"
#include "format/gzip.hpp"
#include "format/nrrd_header.hpp"
#include "output.hpp"

namespace stockham::tools {

namespace {

using words = std::vector<std::string>;

// "float", "unsigned char" or "uint8_t". Words about signs and "int" behind another word say nothing new.
std::optional<npy_type> type_of_name(std::string name) {
    static const std::map<std::string, npy_type> types = {
        {"char", {'i', 1, false}},       {"int8", {'i', 1, false}},   {"uchar", {'u', 1, false}},
        {"uint8", {'u', 1, false}},      {"short", {'i', 2, false}},  {"int16", {'i', 2, false}},
        {"ushort", {'u', 2, false}},     {"uint16", {'u', 2, false}}, {"int", {'i', 4, false}},
        {"int32", {'i', 4, false}},      {"uint", {'u', 4, false}},   {"uint32", {'u', 4, false}},
        {"long long", {'i', 8, false}},  {"int64", {'i', 8, false}},  {"longlong", {'i', 8, false}},
        {"ulong long", {'u', 8, false}}, {"uint64", {'u', 8, false}}, {"ulonglong", {'u', 8, false}},
        {"float", {'f', 4, false}},      {"double", {'f', 8, false}}};
    const auto ends_in = [&](const std::string& end) {
        return name.size() > end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
    };
    if (name.compare(0, 7, "signed ") == 0) name.erase(0, 7);
    if (name.compare(0, 9, "unsigned ") == 0) name.replace(0, 9, "u");
    if (ends_in("_t")) name.resize(name.size() - 2);
    if (ends_in(" int")) name.resize(name.size() - 4);
    const auto found = types.find(name);
    return found != types.end() ? std::optional(found->second) : std::nullopt;
}

// The length of a step along each axis of the file; 0 for an axis without places.
std::vector<double> steps_of(const nrrd_header& header, std::size_t rank) {
    std::vector<double> steps(rank);
    const words spacings = header.list("spacings"), directions = header.list("space directions");
    for (std::size_t axis = 0; axis < rank; ++axis) {
        double square = 0;
        if (axis < directions.size()) {
            for (const double component : components_of_vector(directions[axis])) square += component * component;
        } else if (axis < spacings.size()) {
            square = std::pow(internal::read_number(spacings[axis]).value_or(0), 2);
        }
        steps[axis] = std::isfinite(square) ? std::sqrt(square) : 0;
    }
    return steps;
}

// The unit of an axis of the file; "space units" has a word for each axis of space.
std::string unit_of(const nrrd_header& header, std::size_t axis, std::size_t axis_of_space) {
    const words units = header.list("units"), of_space = header.list("space units");
    if (axis_of_space < of_space.size()) return of_space[axis_of_space];
    return axis < units.size() ? units[axis] : "";
}

struct nrrd_array {
    page_layout layout;
    array_facts facts;
};

bool has_channels(const words& kinds, const nrrd_header& header) {
    static const char* of_channels[] = {"list",       "vector",           "rgb-color", "hsv-color", "xyz-color",
                                        "rgba-color", "covariant-vector", "point",     "stub",      "2-vector",
                                        "3-vector",   "4-vector",         "3-color",   "4-color",   "3-gradient",
                                        "3-normal",   "scalar",           "none"};
    if (kinds.empty()) return false;
    const std::string kind = internal::lower(kinds.front());
    if (kind == "complex") header.refuse("a picture cannot have complex numbers (an axis of the kind complex)");
    return std::find(std::begin(of_channels), std::end(of_channels), kind) != std::end(of_channels);
}

// The first axis varies fastest. It has channels if its kind says so, and the next two are columns and rows.
nrrd_array array_of(const nrrd_header& header, const picture_data& data) {
    const std::int64_t rank_stated = header.whole("dimension", 0);
    const words sizes = header.list("sizes"), kinds = header.list("kinds");
    if (rank_stated < 1 || rank_stated > 16 || sizes.size() != static_cast<std::size_t>(rank_stated))
        header.fail("its dimension and its sizes contradict each other, or are missing");
    std::vector<std::size_t> shape;
    for (const std::string& word : sizes) {
        const std::int64_t size = header.number_of(word, "sizes");
        if (size < 1) header.fail("one of its sizes is below 1");
        shape.push_back(static_cast<std::size_t>(size));
    }
    const auto type = type_of_name(internal::lower(header.get("type")));
    if (!type) header.refuse(fmt::format("NRRD's type \"{}\" is not supported", header.get("type").substr(0, 40)));
    nrrd_array array;
    page_layout& layout = array.layout;
    layout.type = *type;
    layout.type.big_endian = internal::lower(header.get("endian")) == "big";
    if (layout.type.size > 1 && header.get("endian").empty()) header.fail("its header has no field \"endian\"");
    const std::size_t rank = shape.size();
    const std::size_t first = rank >= 3 && (data.channels_last || has_channels(kinds, header)) ? 1 : 0;
    if (rank < 2 || (first == 1 && shape[0] > most_channels))
        header.refuse(fmt::format("a picture must have columns and rows, and at most {} channels (got the sizes {})",
                                  most_channels, header.get("sizes")));
    layout.channels = first == 1 ? static_cast<unsigned>(shape[0]) : 1;
    layout.width = shape[first];
    layout.height = shape[first + 1];
    check_pixels({data.name, layout.width, layout.height, data.bytes.size()}, data.max_pixels);
    layout.page_axes = rank - first - 2;
    const auto pages = product({shape.begin() + static_cast<std::ptrdiff_t>(first) + 2, shape.end()});
    if (!pages) header.fail("its sizes are more than can be counted");
    layout.pages = *pages;
    const std::vector<double> steps = steps_of(header, rank);
    for (std::size_t axis = rank; axis-- > first + 2;) {
        const std::string kind = axis < kinds.size() ? internal::lower(kinds[axis]) : "";
        const bool is_slice = axis == first + 2 && (kind == "space" || kind == "domain" || kind.empty());
        if (shape[axis] > 1) layout.axes.push_back({kind == "time" ? 'T' : is_slice ? 'Z' : '?', shape[axis]});
    }
    if (layout.channels == 4 && !kinds.empty() && internal::lower(kinds.front()) == "rgba-color")
        array.facts.alpha = alpha_kind::straight;
    picture_metadata& m = array.facts.metadata;
    if (steps[first] > 0 && steps[first + 1] > 0) {
        m.across = 1 / steps[first];
        m.down = 1 / steps[first + 1];
        m.unit = unit_of(header, first, 0);
        if (m.unit != unit_of(header, first + 1, 1)) m.unit = "";
        const bool has_depth = layout.axes.size() == 1 && layout.axes.front().name == 'Z';
        if (has_depth && unit_of(header, first + 2, 2) == m.unit) m.depth = steps[first + 2];
    }
    array.facts.left_out = header.left_out();
    return array;
}

// The offset of the samples, which "line skip" and "byte skip" move; of packed data the byte skip counts unpacked
// bytes.
std::size_t skip_lines(const nrrd_header& header, const picture_data& data) {
    std::size_t offset = header.data_offset();
    for (std::int64_t lines = header.whole("line skip", 0); lines > 0; --lines) {
        const std::size_t end = end_of_line(data.bytes, offset);
        if (end == data.bytes.size()) header.fail("it has fewer lines than it skips");
        offset = end + 1;
    }
    return offset;
}

std::unique_ptr<page_reader> open_nrrd(picture_data data) {
    const nrrd_header header(data);
    if (const std::string other = header.get("data file"); !other.empty())
        header.refuse(fmt::format("its data are in another file, {}, which is not supported; write header and data to "
                                  "one file, as \"unu save -f nrrd\" does",
                                  other.substr(0, 200)));
    nrrd_array array = array_of(header, data);
    const page_layout& layout = array.layout;
    const auto bytes = product({layout.pages, layout.height, layout.width, layout.channels, layout.type.size});
    if (!bytes) header.fail("its sizes are more than can be counted");
    std::size_t offset = skip_lines(header, data);
    const std::int64_t skip = header.whole("byte skip", 0);
    if (skip < -1) header.fail("its byte skip is below -1");
    const std::string encoding = internal::lower(header.get("encoding"));
    if (encoding == "gzip" || encoding == "gz") {
        if (skip < 0) header.fail("only raw data can be at the end of the file (byte skip -1)");
        const picture_claim claim{data.name, layout.width, layout.height, data.bytes.size()};
        check_unpacked(claim, *bytes, max_deflate_expansion);
        const std::size_t most = *bytes + std::min(static_cast<std::size_t>(skip), most_file_bytes(0));
        data.bytes = unpack_gzip(data.bytes, data.name, most, offset);
        offset = static_cast<std::size_t>(skip);
    } else if (encoding != "raw") {
        header.refuse(
            fmt::format("NRRD's encoding \"{}\" is not supported (raw and gzip are)", encoding.substr(0, 40)));
    } else if (skip == -1) {
        if (*bytes <= data.bytes.size() - offset) offset = data.bytes.size() - *bytes;
    } else {
        offset += std::min(static_cast<std::size_t>(skip), data.bytes.size());
    }
    if (offset > data.bytes.size() || *bytes > data.bytes.size() - offset)
        header.fail(fmt::format("{} bytes of samples, but the sizes {} of {} need {}",
                                data.bytes.size() - std::min(offset, data.bytes.size()), header.get("sizes"),
                                layout.type.text(), *bytes));
    return pages_of_array(std::move(data), layout, offset, std::move(array.facts));
}

class nrrd_writer : public page_writer {
  public:
    nrrd_writer(output_file& file, const write_request& request) : file_(file), pages_(request.pages) {}
    void add(const picture& page) override {
        if (!started_) {
            const std::string header = header_of(page);
            file_.write(header.data(), header.size());
        }
        started_ = true;
        file_.write(page.bytes.data(), page.bytes.size());
    }
    void finish() override {}

  private:
    struct axis {
        std::size_t size;
        std::string kind;
        double step;  // 0: unknown
    };

    std::string header_of(const picture& page) const {
        static const std::map<sample_type, const char*> types = {{sample_type::u8, "uint8"},
                                                                 {sample_type::u16, "uint16"},
                                                                 {sample_type::f32, "float"},
                                                                 {sample_type::f64, "double"}};
        const picture_metadata& m = page.metadata;
        std::vector<axis> axes;
        if (page.channels > 1)
            axes.push_back({page.channels, page.rgb && page.channels == 3 ? "RGB-color" : "vector", 0});
        const bool has_size = m.across > 0 && m.down > 0;
        axes.push_back({page.width, "domain", has_size ? 1 / m.across : 0});
        axes.push_back({page.height, "domain", has_size ? 1 / m.down : 0});
        if (pages_ > 1) axes.push_back({pages_, m.depth > 0 ? "domain" : "list", has_size ? m.depth : 0});
        std::string sizes, kinds, spacings, units;
        for (const axis& each : axes) {
            sizes += fmt::format(" {}", each.size);
            kinds += " " + each.kind;
            spacings += each.step > 0 ? fmt::format(" {}", each.step) : " nan";
            units += fmt::format(" \"{}\"", each.step > 0 ? m.unit : "");
        }
        std::string text = fmt::format("NRRD0004\ntype: {}\ndimension: {}\nsizes:{}\nkinds:{}\n", types.at(page.type),
                                       axes.size(), sizes, kinds);
        if (has_size) text += fmt::format("spacings:{}\nunits:{}\n", spacings, units);
        return text + fmt::format("endian: {}\nencoding: raw\n\n", is_big_endian_machine() ? "big" : "little");
    }

    output_file& file_;
    std::size_t pages_;
    bool started_ = false;
};

std::unique_ptr<page_writer> create_nrrd(output_file& file, const write_request& request) {
    return std::make_unique<nrrd_writer>(file, request);
}

}  // namespace

picture_format nrrd_format() {
    using namespace format_sets;
    picture_format f;
    f.name = "NRRD";
    f.extensions = {".nrrd", ".nhdr"};
    f.magics = {{"NRRD000"}};
    f.types = any_type;
    f.channels = any_channels;
    f.alpha = alpha_rule::unnamed;
    f.metadata = holds_pixel_size;
    f.many_pages = true;
    f.open = open_nrrd;
    f.create = create_nrrd;
    return f;
}

}  // namespace stockham::tools
