// Netpbm's formats: PBM, PGM and PPM, as text and binary, and PAM. http://netpbm.sourceforge.net/doc/
//
// A binary file may hold several pictures, one after the other. Levels of another range than 0 to 255 or 0 to 65535
// are scaled to that range.
#include <algorithm>

#include <fmt/format.h>

#include "base/plain_text.hpp"
#include "fault.hpp"
#include "format/decode.hpp"
#include "format/format.hpp"
#include "output.hpp"

namespace stockham::tools {

namespace {

// One picture of the file: its header, and where its samples are.
struct pnm_page {
    std::size_t width = 0, height = 0;
    unsigned channels = 1;
    bool alpha = false;
    std::size_t highest = 255;
    bool bitmap = false;  // one bit per pixel, 1 is black
    bool text = false;
    std::size_t at = 0;

    std::size_t row_bytes() const { return bitmap ? (width + 7) / 8 : width * channels * (highest > 255 ? 2 : 1); }
};

// Reads words and numbers of a header or of a picture stored as text; `#` starts a comment.
class pnm_text {
  public:
    pnm_text(const picture_data& data, std::size_t at) : data_(data), at_(at) {}

    std::size_t at() const { return at_; }
    [[noreturn]] void fail(const std::string& why) const {
        throw job_error(fmt::format("{}: broken PNM: {}", data_.name, why));
    }

    std::string word() {
        skip_space();
        std::string text;
        while (at_ < size() && !is_space(data_.bytes[at_])) {
            text += static_cast<char>(data_.bytes[at_++]);
            if (text.size() > longest_word) fail("a word of the header is too long");
        }
        if (text.empty()) fail("the file ends too early");
        return text;
    }

    std::string line() {
        const std::size_t first = at_;
        rest_of_line();
        const auto bytes = data_.bytes.part(first, at_ - first);
        return {bytes.begin(), bytes.end()};
    }

    std::size_t number() {
        const std::string text = word();
        std::size_t value = 0;
        for (const char c : text) {
            if (c < '0' || c > '9') fail(fmt::format("at byte {}: a number is expected", at_ - text.size()));
            value = 10 * value + static_cast<std::size_t>(c - '0');
        }
        return value;
    }

    // A digit of a bitmap: there need not be space between them.
    bool bit() {
        skip_space();
        if (at_ >= size()) fail("the file ends too early");
        const char c = static_cast<char>(data_.bytes[at_++]);
        if (c != '0' && c != '1') fail(fmt::format("at byte {}: 0 or 1 is expected", at_ - 1));
        return c == '1';
    }

    void rest_of_line() {
        while (at_ < size() && data_.bytes[at_++] != '\n') continue;
    }

    // The single white space between a header and binary samples.
    void one_space() {
        if (at_ < size() && !is_space(data_.bytes[at_])) fail("the header does not end with white space");
        ++at_;
    }

  private:
    static constexpr std::size_t longest_word = 12;  // of digits: no product of two overflows 64 bits
    static bool is_space(std::uint8_t c) { return internal::is_space(static_cast<char>(c)); }
    std::size_t size() const { return data_.bytes.size(); }

    void skip_space() {
        while (at_ < size() && (is_space(data_.bytes[at_]) || data_.bytes[at_] == '#')) {
            if (data_.bytes[at_] == '#')
                rest_of_line();
            else
                ++at_;
        }
    }

    const picture_data& data_;
    std::size_t at_;
};

void read_pam_header(pnm_text& text, pnm_page& page) {
    std::size_t depth = 0;
    for (;;) {
        const std::string key = text.word();
        if (key == "ENDHDR") break;
        if (key == "WIDTH")
            page.width = text.number();
        else if (key == "HEIGHT")
            page.height = text.number();
        else if (key == "DEPTH")
            depth = text.number();
        else if (key == "MAXVAL")
            page.highest = text.number();
        else if (key == "TUPLTYPE")
            page.alpha = text.line().find("_ALPHA") != std::string::npos;
        else
            text.fail("unknown line in the header of a PAM");
    }
    if (depth < 1 || depth > most_channels)
        text.fail(fmt::format("{} channels, must be 1 to {}", depth, most_channels));
    page.channels = static_cast<unsigned>(depth);
    page.alpha = page.alpha && depth > 1;
}

pnm_page read_header(const picture_data& data, std::size_t at) {
    pnm_text text(data, at);
    const std::string kind = text.word();
    if (kind.size() != 2 || kind[0] != 'P' || kind[1] < '1' || kind[1] > '7')
        text.fail(fmt::format("at byte {}: P1 to P7 is expected", at));
    pnm_page page;
    page.text = kind[1] <= '3';
    page.bitmap = kind[1] == '1' || kind[1] == '4';
    if (kind[1] == '7') {
        read_pam_header(text, page);
    } else {
        page.channels = kind[1] == '3' || kind[1] == '6' ? 3 : 1;
        page.width = text.number();
        page.height = text.number();
        if (!page.bitmap) page.highest = text.number();
    }
    if (page.highest < 1 || page.highest > 65535)
        text.fail(fmt::format("the highest level is {}, must be 1 to 65535", page.highest));
    text.one_space();
    page.at = text.at();
    check_pixels({data.name, page.width, page.height, data.bytes.size()}, data.max_pixels);
    return page;
}

// The levels of a page, from 0 to its highest one, scaled to the range of the picture's type.
picture picture_of(const picture_data& data, const pnm_page& page) {
    const sample_type type = page.highest > 255 ? sample_type::u16 : sample_type::u8;
    picture image = start_picture({data.name, page.width, page.height, data.bytes.size()}, page.channels, type,
                                  page.alpha ? alpha_kind::straight : alpha_kind::none);
    add_rows(image, page.height);
    return image;
}

void put_level(picture& image, const pnm_page& page, std::size_t index, std::size_t level) {
    const auto white = static_cast<std::size_t>(image.white());
    image.set(index, static_cast<double>((level * white + page.highest / 2) / page.highest));
}

picture read_text(const picture_data& data, const pnm_page& page) {
    // A sample takes at least one byte, and a number one more for the space.
    const picture_claim claim{data.name, page.width, page.height, data.bytes.size()};
    check_unpacked(claim, page.width * page.height * page.channels, 1);
    picture image = picture_of(data, page);
    pnm_text text(data, page.at);
    for (std::size_t i = 0; i < image.samples(); ++i) {
        const std::size_t level = page.bitmap ? (text.bit() ? 0 : page.highest) : text.number();
        if (level > page.highest) text.fail(fmt::format("level {} is above the highest one, {}", level, page.highest));
        put_level(image, page, i, level);
    }
    return image;
}

picture read_bitmap(const picture_data& data, const pnm_page& page) {
    picture image = picture_of(data, page);
    for (std::size_t y = 0; y < page.height; ++y) {
        const auto row = data.bytes.part(page.at + y * page.row_bytes(), page.row_bytes());
        for (std::size_t x = 0; x < page.width; ++x)
            image.bytes[y * page.width + x] = (row[x / 8] >> (7 - x % 8) & 1) != 0 ? 0 : 255;
    }
    return image;
}

picture read_levels(const picture_data& data, const pnm_page& page) {
    picture image = picture_of(data, page);
    const npy_type stored{'u', page.highest > 255 ? 2u : 1u, true};
    const auto levels = data.bytes.part(page.at, image.samples() * stored.size);
    convert_samples(stored, levels.data(), image.samples(), image.bytes.data());
    if (page.highest == 255 || page.highest == 65535) return image;
    for (std::size_t i = 0; i < image.samples(); ++i) {
        const auto level = static_cast<std::size_t>(image.at(i));
        if (level > page.highest)
            throw job_error(
                fmt::format("{}: broken PNM: level {} is above the highest one, {}", data.name, level, page.highest));
        put_level(image, page, i, level);
    }
    return image;
}

class pnm_reader : public page_reader {
  public:
    explicit pnm_reader(picture_data data) : data_(std::move(data)) {
        std::size_t at = 0;
        while (pages_.empty() || at < data_.bytes.size()) {
            const pnm_page page = read_header(data_, at);
            pages_.push_back(page);
            if (page.text) return;
            const std::size_t bytes = page.row_bytes() * page.height;
            if (page.at > data_.bytes.size() || bytes > data_.bytes.size() - page.at)
                throw job_error(fmt::format("{}: claims {} x {} pixels, more than its {} bytes can hold", data_.name,
                                            page.width, page.height, data_.bytes.size()));
            at = page.at + bytes;
        }
    }
    std::size_t pages() const override { return pages_.size(); }
    picture read(std::size_t index) override {
        const pnm_page& page = pages_[index];
        return page.text ? read_text(data_, page) : page.bitmap ? read_bitmap(data_, page) : read_levels(data_, page);
    }

  private:
    picture_data data_;
    std::vector<pnm_page> pages_;
};

// Writes PGM and PPM, and PAM for pictures with alpha or with other numbers of channels.
class pnm_writer : public page_writer {
  public:
    explicit pnm_writer(output_file& file) : file_(file) {}

    void add(const picture& page) override {
        const std::string header = header_of(page);
        std::vector<std::uint8_t> bytes(header.begin(), header.end());
        const std::size_t first = bytes.size();
        bytes.insert(bytes.end(), page.bytes.begin(), page.bytes.end());
        if (page.type == sample_type::u16 && !is_big_endian_machine())
            for (std::size_t i = first; i + 1 < bytes.size(); i += 2) std::swap(bytes[i], bytes[i + 1]);
        file_.write(bytes.data(), bytes.size());
    }
    void finish() override {}

  private:
    static std::string header_of(const picture& page) {
        const auto highest = static_cast<unsigned>(page.white());
        if (!page.has_alpha() && (page.channels == 1 || page.channels == 3))
            return fmt::format("{}\n{} {}\n{}\n", page.channels == 1 ? "P5" : "P6", page.width, page.height, highest);
        const std::string colours = page.rgb ? "RGB" : page.colours() == 1 ? "GRAYSCALE" : "CHANNELS";
        return fmt::format("P7\nWIDTH {}\nHEIGHT {}\nDEPTH {}\nMAXVAL {}\nTUPLTYPE {}{}\nENDHDR\n", page.width,
                           page.height, page.channels, highest, colours, page.has_alpha() ? "_ALPHA" : "");
    }

    output_file& file_;
};

std::unique_ptr<page_reader> open_pnm(picture_data data) {
    return std::make_unique<pnm_reader>(std::move(data));
}

std::unique_ptr<page_writer> create_pnm(output_file& file, const write_request&) {
    return std::make_unique<pnm_writer>(file);
}

}  // namespace

picture_format pnm_format() {
    using namespace format_sets;
    picture_format f;
    f.name = "PNM";
    f.extensions = {".pnm", ".pgm", ".ppm", ".pam", ".pbm"};
    f.magics = {{"P1"}, {"P2"}, {"P3"}, {"P4"}, {"P5"}, {"P6"}, {"P7"}};
    f.types = u8 | u16;
    f.channels = any_channels;
    f.alpha = alpha_rule::named;
    f.many_pages = true;
    f.open = open_pnm;
    f.create = create_pnm;
    return f;
}

}  // namespace stockham::tools
