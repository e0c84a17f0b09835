// The header of a .npy file: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#include "array/npy.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "base/messages/printable.hpp"
#include "bytes.hpp"
#include "fault.hpp"
#include "format/file_bytes.hpp"

namespace stockham::tools {

namespace {

constexpr char magic[] = "\x93NUMPY";
constexpr std::size_t most_header_bytes = std::size_t{1} << 20;
constexpr std::size_t most_dimensions = 64;

// Parses the text of a header: a Python dictionary with three entries.
class header_text {
  public:
    header_text(const std::string& text, const std::string& name) : text_(text), name_(name) {}

    npy_header parse() {
        expect('{');
        while (!accept('}')) {
            entry();
            if (!accept(',')) {
                expect('}');
                break;
            }
        }
        skip_space();
        if (at_ != text_.size()) fail("text follows the dictionary");
        if (!descr_ || !fortran_ || !shape_) fail("descr, fortran_order or shape is missing");
        npy_header header;
        header.type = element_type(*descr_);
        header.shape = *shape_;
        header.fortran = *fortran_ && header.shape.size() > 1;
        return header;
    }

  private:
    [[noreturn]] void fail(const std::string& why) const {
        throw job_error(fmt::format("{}: broken .npy header: {}", name_, why));
    }

    void skip_space() { at_ = std::min(text_.find_first_not_of(" \t\n\r", at_), text_.size()); }

    bool accept(char c) {
        skip_space();
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }

    void expect(char c) {
        if (!accept(c)) fail(fmt::format("expected '{}' at character {}", c, at_));
    }

    std::string quoted() {
        skip_space();
        const char quote = at_ < text_.size() ? text_[at_] : '\0';
        if (quote != '\'' && quote != '"') fail(fmt::format("expected a quoted string at character {}", at_));
        const std::size_t end = text_.find(quote, at_ + 1);
        if (end == std::string::npos) fail("unterminated string");
        std::string word = text_.substr(at_ + 1, end - at_ - 1);
        at_ = end + 1;
        return word;
    }

    void entry() {
        const std::string key = quoted();
        expect(':');
        skip_space();
        if (!keys_.insert(key).second) fail(fmt::format("duplicate entry '{}'", key));
        if (key == "descr") {
            if (at_ < text_.size() && text_[at_] == '[') throw job_error(unhandled("a record"));
            descr_ = quoted();
        } else if (key == "fortran_order") {
            fortran_ = boolean();
        } else if (key == "shape") {
            shape_ = tuple();
        } else {
            fail(fmt::format("unknown entry '{}'", key));
        }
    }

    bool boolean() {
        for (const bool value : {false, true}) {
            const std::string word = value ? "True" : "False";
            if (text_.compare(at_, word.size(), word) != 0) continue;
            at_ += word.size();
            return value;
        }
        fail("fortran_order is neither True nor False");
    }

    std::vector<std::size_t> tuple() {
        std::vector<std::size_t> values;
        expect('(');
        while (!accept(')')) {
            values.push_back(number());
            if (values.size() > most_dimensions) fail(fmt::format("more than {} dimensions", most_dimensions));
            if (accept(',')) continue;
            if (values.size() == 1) fail("a shape of one number needs a comma");
            expect(')');
            break;
        }
        return values;
    }

    std::size_t number() {
        skip_space();
        const std::size_t start = at_;
        std::size_t value = 0;
        for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_)
            if (__builtin_mul_overflow(value, std::size_t{10}, &value) ||
                __builtin_add_overflow(value, static_cast<std::size_t>(text_[at_] - '0'), &value))
                fail("a dimension overflows");
        if (at_ == start) fail(fmt::format("expected a number at character {}", at_));
        if (text_[start] == '0' && at_ > start + 1) fail(fmt::format("a leading zero at character {}", start));
        return value;
    }

    std::string unhandled(const std::string& what) const {
        return fmt::format("{}: dtype {} is not supported (supported: b1, i1 to i8, u1 to u8, f2 to f8, c8, c16)",
                           name_, what);
    }

    npy_type element_type(const std::string& descr) const {
        static const char* const known[] = {"b1", "i1", "i2", "i4", "i8", "u1", "u2",
                                            "u4", "u8", "f2", "f4", "f8", "c8", "c16"};
        const bool has_order = !descr.empty() && std::string_view("<>|=").find(descr[0]) != std::string_view::npos;
        const std::string bare = descr.substr(has_order ? 1 : 0);
        if (std::none_of(std::begin(known), std::end(known), [&](const char* k) { return bare == k; }))
            throw job_error(unhandled(internal::in_quotes(descr)));
        return {bare[0], static_cast<unsigned>(std::stoul(bare.substr(1))), descr[0] == '>'};
    }

    const std::string& text_;
    const std::string& name_;
    std::size_t at_ = 0;
    std::set<std::string> keys_;
    std::optional<std::string> descr_;
    std::optional<bool> fortran_;
    std::optional<std::vector<std::size_t>> shape_;
};

void check_shape(npy_header& header, const std::string& name) {
    const std::string text = shape_text(header.shape);
    if (header.shape.empty()) throw job_error(fmt::format("{}: a single number, not an array", name));
    if (std::find(header.shape.begin(), header.shape.end(), 0u) != header.shape.end())
        throw job_error(fmt::format("{}: the array has no elements, its shape is {}", name, text));
    const auto elements = product(header.shape);
    // No step needs more than 16 bytes per element; file offsets are signed.
    if (!elements || *elements > (std::size_t{1} << 58))
        throw job_error(fmt::format("{}: the shape {} overflows", name, text));
    header.elements = *elements;
}

}  // namespace

std::string npy_type::text() const {
    return fmt::format("{}{}{}", big_endian ? ">" : "", kind, size);
}

npy_header read_npy_header(const std::string& name, const std::function<std::size_t(void*, std::size_t)>& read) {
    const auto read_all = [&](void* to, std::size_t bytes) {
        if (read(to, bytes) != bytes) throw job_error(fmt::format("{}: the file ends inside its header", name));
    };
    std::uint8_t start[8];
    const std::size_t got = read(start, sizeof start);
    if (got == 0) throw job_error(fmt::format("{}: empty", name));
    if (got < 6 || std::memcmp(start, magic, 6) != 0)
        throw job_error(fmt::format("{}: not a .npy file (wrong magic)", name));
    if (got < sizeof start) throw job_error(fmt::format("{}: the file ends inside its header", name));
    if (start[6] < 1 || start[6] > 3)
        throw job_error(fmt::format("{}: unsupported .npy format version {} (supported: 1 to 3)", name, start[6]));
    const std::size_t length_bytes = start[6] == 1 ? 2 : 4;
    std::uint8_t length[4] = {};
    read_all(length, length_bytes);
    const std::size_t size = length[0] | length[1] << 8 | length[2] << 16 | std::size_t{length[3]} << 24;
    if (size > most_header_bytes)
        throw job_error(
            fmt::format("{}: claims a header of {} bytes, more than the limit of {}", name, size, most_header_bytes));
    std::string text(size, '\0');
    read_all(text.data(), size);
    npy_header header = header_text(text, name).parse();
    header.data_offset = sizeof start + length_bytes + size;
    check_shape(header, name);
    return header;
}

void check_npy_size(const npy_header& header, std::size_t bytes, const std::string& name) {
    if (bytes == header.data_bytes()) return;
    throw job_error(fmt::format("{}: the data is {} than its shape: {} bytes, but {} of {} needs {}", name,
                                bytes < header.data_bytes() ? "shorter" : "longer", bytes, shape_text(header.shape),
                                header.type.text(), header.data_bytes()));
}

namespace {

// `copy(offset, to, n)` copies bytes of the file, which has `size`.
template <class Copy>
npy_header parse(std::size_t size, const std::string& name, Copy copy) {
    std::size_t at = 0;
    const auto read = [&](void* to, std::size_t wanted) {
        const std::size_t n = std::min(wanted, size - at);
        if (n > 0) copy(at, to, n);
        at += n;
        return n;
    };
    npy_header header = read_npy_header(name, read);
    if (header.fortran)
        throw job_error(
            fmt::format("{}: the array is in Fortran order; save it in C order (numpy.ascontiguousarray)", name));
    check_npy_size(header, size - header.data_offset, name);
    return header;
}

}  // namespace

npy_header parse_npy(const std::vector<std::uint8_t>& bytes, const std::string& name) {
    return parse(bytes.size(), name,
                 [&](std::size_t at, void* to, std::size_t n) { std::memcpy(to, bytes.data() + at, n); });
}

npy_header parse_npy(const file_bytes& bytes, const std::string& name) {
    return parse(bytes.size(), name, [&](std::size_t at, void* to, std::size_t n) { bytes.read_at(at, to, n); });
}

std::string make_npy_header(const std::vector<std::size_t>& shape, const std::string& descr, bool fortran) {
    std::string text = fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': ({}{}), }}", descr,
                                   fortran ? "True" : "False", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
    // Version 1.0: the data starts at a multiple of 64 bytes, and the header ends with a newline.
    const std::size_t before = 6 + 2 + 2;
    text.resize((before + text.size() + 1 + 63) / 64 * 64 - before - 1, ' ');
    text += '\n';
    std::string header(magic, 6);
    header += {'\x01', '\x00', static_cast<char>(text.size() & 0xff), static_cast<char>(text.size() >> 8)};
    return header + text;
}

}  // namespace stockham::tools
