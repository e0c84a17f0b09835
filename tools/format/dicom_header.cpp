// The elements of a DICOM file. An element is a tag of two numbers, a type of two letters (not in implicit files), a
// length, and a value; sequences have items, which have elements.
#include "format/dicom_header.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/plain_text.hpp"
#include "fault.hpp"

namespace stockham::tools {

namespace {

constexpr std::size_t first_element = 132;
constexpr std::uint32_t undefined_length = 0xffffffff;
constexpr std::uint32_t item_tag = 0xfffee000, item_end = 0xfffee00d, sequence_end = 0xfffee0dd;
constexpr std::uint32_t syntax_tag = 0x00020010, pixels_tag = 0x7fe00010, float_pixels_tag = 0x7fe00008,
                        double_pixels_tag = 0x7fe00009;
// Sequences of files with many frames: shared and per-frame groups, and in them sizes of pixels and meanings of values.
constexpr std::uint32_t known_sequences[] = {0x52009229, 0x52009230, 0x00289110, 0x00289145};

struct syntax {
    const char* name;
    dicom_packing packing;
    bool is_implicit, big_endian;
};
constexpr syntax syntaxes[] = {{"1.2.840.10008.1.2", dicom_packing::none, true, false},
                               {"1.2.840.10008.1.2.1", dicom_packing::none, false, false},
                               {"1.2.840.10008.1.2.2", dicom_packing::none, false, true},
                               {"1.2.840.10008.1.2.5", dicom_packing::run_lengths, false, false},
                               {"1.2.840.10008.1.2.4.50", dicom_packing::jpeg, false, false},
                               {"1.2.840.10008.1.2.4.90", dicom_packing::jpeg2000, false, false},
                               {"1.2.840.10008.1.2.4.91", dicom_packing::jpeg2000, false, false}};

struct element {
    std::uint32_t tag = 0;
    std::string type;  // empty in implicit files
    std::uint32_t length = 0;
    std::size_t at = 0;  // of the value
};

class parser {
  public:
    parser(const file_bytes& file, const std::string& name) : file_(file), name_(name) {}

    dicom_header read() {
        std::size_t at = read_syntax();
        if (at > file_.size()) fail("its header is cut off");
        read_elements(at, file_.size(), 0, is_implicit_);
        if (header_.pieces.empty()) throw job_error(fmt::format("{}: it has no pixels", name_));
        return std::move(header_);
    }

  private:
    [[noreturn]] void fail(const std::string& why) const {
        throw job_error(fmt::format("{}: broken DICOM: {}", name_, why));
    }

    std::uint32_t number(std::size_t at, std::size_t bytes) const {
        if (at > file_.size() || file_.size() - at < bytes) fail("it ends within an element");
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < bytes; ++i)
            value = value << 8 | file_[at + (header_.big_endian ? i : bytes - 1 - i)];
        return value;
    }

    std::string text(const element& e) const {
        const auto bytes = file_.part(e.at, e.length);
        std::string value(bytes.begin(), bytes.end());
        const auto is_padding = [](char c) { return c == '\0' || internal::is_space(c); };
        while (!value.empty() && is_padding(value.back())) value.pop_back();
        while (!value.empty() && is_padding(value.front())) value.erase(value.begin());
        return value;
    }

    // The decimal numbers of a text, which backslashes separate.
    std::vector<double> decimals(const element& e) const {
        std::vector<double> all;
        const std::string value = text(e);
        for (std::size_t at = 0; at <= value.size();) {
            const std::size_t end = std::min(value.find('\\', at), value.size());
            std::string word = value.substr(at, end - at);
            word.erase(std::remove(word.begin(), word.end(), ' '), word.end());
            const double decimal = internal::read_number(word).value_or(0);
            all.push_back(std::isfinite(decimal) ? decimal : 0);
            at = end + 1;
        }
        return all;
    }

    // Tag, type and length; the value lies within `end`, unless the length is undefined.
    element next(std::size_t at, std::size_t end, bool is_implicit) const {
        element e;
        e.tag = number(at, 2) << 16 | number(at + 2, 2);
        if (e.tag == item_tag || e.tag == item_end || e.tag == sequence_end || is_implicit) {
            e.length = number(at + 4, 4);
            e.at = at + 8;
        } else {
            static const char* long_types[] = {"OB", "OD", "OF", "OL", "OV", "OW", "SQ",
                                               "SV", "UC", "UN", "UR", "UT", "UV"};
            number(at + 4, 4);
            e.type = {static_cast<char>(file_[at + 4]), static_cast<char>(file_[at + 5])};
            const bool is_long =
                std::find(std::begin(long_types), std::end(long_types), e.type) != std::end(long_types);
            e.length = is_long ? number(at + 8, 4) : number(at + 6, 2);
            e.at = at + (is_long ? 12 : 8);
        }
        if (e.length != undefined_length && (e.at > end || e.length > end - e.at)) fail("it ends within an element");
        return e;
    }

    // The group 0002, which is always explicit and little-endian. Returns where the other elements begin.
    std::size_t read_syntax() {
        std::string name;
        std::size_t at = first_element;
        while (at + 8 <= file_.size() && number(at, 2) == 2) {
            const element e = next(at, file_.size(), false);
            if (e.length == undefined_length) fail("an element of its first group has no length");
            if (e.tag == syntax_tag) name = text(e);
            at = e.at + e.length;
        }
        if (name.empty()) fail("its first group states no transfer syntax");
        const auto found = std::find_if(std::begin(syntaxes), std::end(syntaxes),
                                        [&](const syntax& each) { return name == each.name; });
        if (found == std::end(syntaxes))
            throw job_error(fmt::format("{}: DICOM's transfer syntax \"{}\" is not supported (without compression, run "
                                        "lengths, baseline JPEG and JPEG 2000 are); dcmconv and gdcmconv convert it",
                                        name_, name.substr(0, 64)));
        header_.packing = found->packing;
        header_.big_endian = found->big_endian;
        is_implicit_ = found->is_implicit;
        return at;
    }

    // Reads elements up to `end`, or up to the end of an item without a length. Returns where it stopped.
    std::size_t read_elements(std::size_t at, std::size_t end, int depth, bool is_implicit) {
        constexpr int deepest = 32;
        if (depth > deepest) fail("its sequences are nested too deeply");
        while (end - at >= 8) {
            const element e = next(at, end, is_implicit);
            if (e.tag == item_end) return e.at;
            if (e.tag == pixels_tag || e.tag == float_pixels_tag || e.tag == double_pixels_tag) {
                at = read_pixels(e, end, depth);
            } else if (e.type == "SQ" || e.length == undefined_length || is_known_sequence(e.tag)) {
                at = read_items(e, end, depth, is_implicit || e.type == "UN");
            } else {
                take(e, depth);
                at = e.at + e.length;
            }
        }
        return end;
    }

    static bool is_known_sequence(std::uint32_t tag) {
        return std::find(std::begin(known_sequences), std::end(known_sequences), tag) != std::end(known_sequences);
    }

    std::size_t read_items(const element& sequence, std::size_t end, int depth, bool is_implicit) {
        const bool has_length = sequence.length != undefined_length;
        const std::size_t last = has_length ? sequence.at + sequence.length : end;
        std::size_t at = sequence.at;
        while (last - at >= 8) {
            const element item = next(at, last, true);
            if (item.tag == sequence_end) return item.at;
            if (item.tag != item_tag) fail("a sequence has something else than items");
            const bool item_has_length = item.length != undefined_length;
            const std::size_t item_last = item_has_length ? item.at + item.length : last;
            at = read_elements(item.at, item_last, depth + 1, is_implicit);
            if (item_has_length) at = item_last;
        }
        return last;
    }

    // Pixels of the picture, and not those of an icon in a sequence. Packed ones are items, the first with offsets.
    std::size_t read_pixels(const element& e, std::size_t end, int depth) {
        const bool is_own = depth == 0;
        if (is_own) {
            header_.pieces.clear();
            header_.is_float = e.tag != pixels_tag;
        }
        if (e.length != undefined_length) {
            if (is_own && header_.packing != dicom_packing::none) fail("its packed pixels are not in items");
            if (is_own) header_.pieces.emplace_back(e.at, e.length);
            if (is_own) header_.in_words = e.type == "OW";
            return e.at + e.length;
        }
        if (is_own && header_.packing == dicom_packing::none) fail("its pixels have no length");
        std::size_t at = e.at, items = 0;
        while (end - at >= 8) {
            const element item = next(at, end, true);
            if (item.tag == sequence_end) return item.at;
            if (item.tag != item_tag || item.length == undefined_length) fail("its packed pixels have no items");
            if (is_own && items == 0)
                for (std::size_t k = 0; k + 4 <= item.length; k += 4)
                    header_.frame_offsets.push_back(number(item.at + k, 4));
            if (is_own && items > 0) header_.pieces.emplace_back(item.at, item.length);
            ++items;
            at = item.at + item.length;
        }
        fail("its packed pixels do not end");
    }

    // The elements of a picture are at the top. Sizes of pixels and meanings of values may also be in the groups of
    // frames.
    void take(const element& e, int depth) {
        dicom_header& h = header_;
        const auto small = [&] { return e.length >= 2 ? number(e.at, 2) : 0; };
        const auto whole = [&](double value) { return static_cast<std::size_t>(std::clamp(value, 0.0, 1e9)); };
        switch (e.tag) {
        case 0x00280030: {  // PixelSpacing: between rows, then between columns
            const auto spacing = decimals(e);
            if (spacing.size() == 2 && spacing[0] > 0 && spacing[1] > 0) h.down = spacing[0], h.across = spacing[1];
            return;
        }
        case 0x00180088:  // SpacingBetweenSlices
            h.depth = std::max(0.0, decimals(e)[0]);
            return;
        case 0x00281053:
            return take_scale(decimals(e)[0], h.slope, has_slope_);
        case 0x00281052:
            return take_scale(decimals(e)[0], h.intercept, has_intercept_);
        case 0x00181063:  // FrameTime
            h.is_in_time = true;
            return;
        default:
            break;
        }
        if (depth > 0) return;
        switch (e.tag) {
        case 0x00280002:
            h.channels = small();
            return;
        case 0x00280004:
            h.interpretation = text(e);
            return;
        case 0x00280006:
            h.planes_apart = small() == 1;
            return;
        case 0x00280008:
            h.frames = std::max<std::size_t>(1, whole(decimals(e)[0]));  // an empty text is one frame
            return;
        case 0x00280010:
            h.rows = small();
            return;
        case 0x00280011:
            h.columns = small();
            return;
        case 0x00280100:
            h.bits_allocated = small();
            return;
        case 0x00280101:
            h.bits_stored = small();
            return;
        case 0x00280102:
            h.high_bit = small();
            return;
        case 0x00280103:
            h.is_signed = small() == 1;
            return;
        default:
            ++h.other_elements;
        }
    }

    void take_scale(double value, double& to, bool& has_one) {
        if (has_one && value != to)
            throw job_error(
                fmt::format("{}: the values of its frames have different scales, which is not supported", name_));
        to = value;
        has_one = true;
    }

    const file_bytes& file_;
    const std::string& name_;
    dicom_header header_;
    bool is_implicit_ = false, has_slope_ = false, has_intercept_ = false;
};

}  // namespace

dicom_header read_dicom_header(const file_bytes& file, const std::string& name) {
    return parser(file, name).read();
}

}  // namespace stockham::tools
