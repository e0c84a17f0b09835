// The problem string: writing and reading it.
#include <charconv>
#include <cstdio>
#include <cstdlib>

#include <stockham/error.hpp>
#include <stockham/transform.hpp>

namespace stockham {

namespace {

std::string joined(const std::vector<std::size_t>& numbers, char separator) {
    std::string text;
    for (auto n : numbers) text += (text.empty() ? "" : std::string(1, separator)) + std::to_string(n);
    return text;
}

/// The shortest decimal that reads back as the same double.
std::string exact(double value) {
    char text[40];
    for (int digits = 1; digits <= 17; ++digits) {
        std::snprintf(text, sizeof text, "%.*g", digits, value);
        if (std::strtod(text, nullptr) == value) break;
    }
    return text;
}

void append_layout(std::string& text, const layout& l, char side) {
    if (!l.strides.empty()) text += std::string(" ") + side + "s=" + joined(l.strides, ',');
    if (l.distance) text += std::string(" ") + side + "d=" + std::to_string(l.distance);
    if (l.offset) text += std::string(" ") + side + "o=" + std::to_string(l.offset);
}

[[noreturn]] void refuse(std::string_view word, std::string_view text, const char* why) {
    throw argument_error("problem",
                         "problem string '" + std::string(text) + "': " + why + " '" + std::string(word) + "'");
}

std::size_t number(std::string_view digits, std::string_view word, std::string_view text) {
    std::size_t value = 0;
    const auto end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, value);
    if (digits.empty() || read.ec != std::errc{} || read.ptr != end) refuse(word, text, "not a number in");
    return value;
}

std::vector<std::size_t> numbers(std::string_view list, char separator, std::string_view word, std::string_view text) {
    std::vector<std::size_t> values;
    for (;;) {
        const auto end = list.find(separator);
        values.push_back(number(list.substr(0, end), word, text));
        if (end == list.npos) return values;
        list.remove_prefix(end + 1);
    }
}

double real_number(std::string_view digits, std::string_view word, std::string_view text) {
    const std::string copy(digits);
    char* end = nullptr;
    const double value = std::strtod(copy.c_str(), &end);
    if (copy.empty() || *end) refuse(word, text, "not a number in");
    return value;
}

/// `key=value` fields.
void read_field(transform& t, std::string_view word, std::string_view text) {
    const auto equals = word.find('=');
    const auto key = word.substr(0, equals), value = word.substr(equals + 1);
    if (key == "scale") {
        t.scale = real_number(value, word, text);
    } else if (key == "algorithm") {
        if (value == "row_transpose")
            t.algorithm = algorithm::row_transpose;
        else if (value == "automatic")
            t.algorithm = algorithm::automatic;
        else
            refuse(word, text, "unknown algorithm in");
    } else if (key.size() == 2 && (key[0] == 'i' || key[0] == 'o')) {
        layout& side = key[0] == 'i' ? t.input : t.output;
        if (key[1] == 's')
            side.strides = numbers(value, ',', word, text);
        else if (key[1] == 'd')
            side.distance = number(value, word, text);
        else if (key[1] == 'o')
            side.offset = number(value, word, text);
        else
            refuse(word, text, "unknown field");
    } else {
        refuse(word, text, "unknown field");
    }
}

void read_word(transform& t, std::string_view word, std::string_view text) {
    if (word == "f32")
        t.precision = precision::f32;
    else if (word == "f64")
        t.precision = precision::f64;
    else if (word == "in")
        t.placement = placement::in_place;
    else if (word == "out")
        t.placement = placement::out_of_place;
    else if (word == "fwd")
        t.direction = direction::forward;
    else if (word == "inv")
        t.direction = direction::inverse;
    else if (word.find('=') != word.npos)
        read_field(t, word, text);
    else if (word[0] == 'b')
        t.batch = number(word.substr(1), word, text);
    else if (word[0] >= '0' && word[0] <= '9') {
        if (!t.lengths.empty()) refuse(word, text, "a second list of lengths,");
        t.lengths = numbers(word, 'x', word, text);
    } else
        refuse(word, text, "unknown word");
}

}  // namespace

std::string to_string(const transform& t) {
    std::string text = t.precision == precision::f32 ? "c2c f32 " : "c2c f64 ";
    text += joined(t.lengths, 'x');
    if (t.batch != 1) text += " b" + std::to_string(t.batch);
    if (t.placement == placement::in_place) text += " in";
    if (t.direction == direction::inverse) text += " inv";
    append_layout(text, t.input, 'i');
    append_layout(text, t.output, 'o');
    if (t.scale != 1) text += " scale=" + exact(t.scale);
    if (t.algorithm == algorithm::row_transpose) text += " algorithm=row_transpose";
    return text;
}

transform parse_transform(std::string_view text) {
    transform t;
    bool kind = false;
    std::size_t at = 0;
    while ((at = text.find_first_not_of(" \t\n", at)) != text.npos) {
        const auto end = std::min(text.find_first_of(" \t\n", at), text.size());
        const auto word = text.substr(at, end - at);
        at = end;
        if (word == "c2c")
            kind = true;
        else if (!kind)
            refuse(word, text, "it must begin with c2c, not");
        else
            read_word(t, word, text);
    }
    if (t.lengths.empty()) refuse("", text, "it names no lengths");
    return t;
}

}  // namespace stockham
