// The problem string: writing and reading it.
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <iterator>

#include <stockham/error.hpp>
#include <stockham/transform.hpp>

#include "base/messages/printable.hpp"
#include "base/plain_text.hpp"
#include "problem/algorithms.hpp"
#include "problem/kinds.hpp"

namespace stockham {

namespace internal {

namespace {

std::string joined(const std::vector<std::size_t>& numbers, char separator) {
    std::string text;
    for (auto n : numbers) text += (text.empty() ? "" : std::string(1, separator)) + std::to_string(n);
    return text;
}

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

template <class Value>
struct word {
    std::string_view text;
    Value value;
};

constexpr word<precision> precisions[] = {{"f16", precision::f16}, {"f32", precision::f32}, {"f64", precision::f64}};
constexpr word<placement> placements[] = {{"out", placement::out_of_place}, {"in", placement::in_place}};
constexpr word<direction> directions[] = {{"fwd", direction::forward}, {"inv", direction::inverse}};
constexpr word<storage> storages[] = {{"interleaved", storage::interleaved}, {"planar", storage::planar}};
constexpr word<bool> spectra[] = {{"half", false}, {"full", true}};

template <class Value, std::size_t count>
std::string text_of(const word<Value> (&words)[count], Value value) {
    for (const auto& w : words)
        if (w.value == value) return std::string(w.text);
    return "?";
}

/// Sets the value if the text is one of the words.
template <class Value, std::size_t count>
bool read_one_of(const word<Value> (&words)[count], std::string_view text, Value& value) {
    for (const auto& w : words)
        if (w.text == text) {
            value = w.value;
            return true;
        }
    return false;
}

/// N:I, or N:I:O if the output's stride differs.
std::string text_of(const loop& l) {
    auto text = std::to_string(l.n) + ":" + std::to_string(l.input_stride);
    return l.output_stride == l.input_stride ? text : text + ":" + std::to_string(l.output_stride);
}

void append_loops(std::string& text, const std::vector<loop>& loops) {
    for (const auto& l : loops) text += (&l == &loops.front() ? " loops=" : ",") + text_of(l);
}

void append_layout(std::string& text, const layout& l, char side) {
    const auto begin = std::string(" ") + side;
    if (!l.strides.empty()) text += begin + "s=" + joined(l.strides, ',');
    if (l.distance) text += begin + "d=" + std::to_string(l.distance);
    if (l.offset) text += begin + "o=" + std::to_string(l.offset);
    if (l.form != storage::interleaved) text += begin + "f=" + text_of(storages, l.form);
}

[[noreturn]] void refuse(std::string_view word, std::string_view text, const char* why) {
    throw argument_error("problem", "problem string " + in_quotes(text) + ": " + why + " " + in_quotes(word));
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
    const auto value = read_number(digits);
    if (!value) refuse(word, text, "not a number in");
    return *value;
}

struct field {
    std::string_view value, word, text;
};

template <class Value, std::size_t count>
void read_named(const word<Value> (&words)[count], const field& f, Value& value) {
    if (!read_one_of(words, f.value, value)) refuse(f.word, f.text, "unknown value in");
}

std::size_t number(const field& f) {
    return number(f.value, f.word, f.text);
}

struct field_reader {
    std::string_view key;
    void (*read)(transform&, const field&);
};

void read_loops(transform& t, const field& f) {
    t.loops.clear();
    for (auto rest = f.value;;) {
        const auto end = rest.find(',');
        const auto parts = numbers(rest.substr(0, end), ':', f.word, f.text);
        if (parts.size() < 2 || parts.size() > 3) refuse(f.word, f.text, "a loop must be N:I or N:I:O in");
        t.loops.push_back({parts[0], parts[1], parts.back()});
        if (end == rest.npos) return;
        rest.remove_prefix(end + 1);
    }
}

void read_algorithm(transform& t, const field& f) {
    const auto names = algorithm_names();
    if (std::find(names.begin(), names.end(), f.value) == names.end())
        refuse(f.word, f.text, ("the algorithms are " + joined(names) + ", not").c_str());
    t.algorithm = f.value;
}

constexpr field_reader field_readers[] = {
    {"scale", [](transform& t, const field& f) { t.scale = real_number(f.value, f.word, f.text); }},
    {"algorithm", read_algorithm},
    {"spectrum", [](transform& t, const field& f) { read_named(spectra, f, t.full_spectrum); }},
    {"loops", read_loops},
    {"nonzero", [](transform& t, const field& f) { t.nonzero = numbers(f.value, 'x', f.word, f.text); }},
    {"wanted", [](transform& t, const field& f) { t.wanted = numbers(f.value, 'x', f.word, f.text); }},
};

struct layout_reader {
    char key;
    void (*read)(layout&, const field&);
};

constexpr layout_reader layout_readers[] = {
    {'s', [](layout& l, const field& f) { l.strides = numbers(f.value, ',', f.word, f.text); }},
    {'d', [](layout& l, const field& f) { l.distance = number(f); }},
    {'o', [](layout& l, const field& f) { l.offset = number(f); }},
    {'f', [](layout& l, const field& f) { read_named(storages, f, l.form); }},
};

/// `key=value` fields.
void read_field(transform& t, std::string_view word, std::string_view text) {
    const auto equals = word.find('=');
    const auto key = word.substr(0, equals);
    const field f{word.substr(equals + 1), word, text};
    for (const auto& r : field_readers)
        if (key == r.key) return r.read(t, f);
    if (key.size() == 2 && (key[0] == 'i' || key[0] == 'o'))
        for (const auto& r : layout_readers)
            if (key[1] == r.key) return r.read(key[0] == 'i' ? t.input : t.output, f);
    refuse(word, text, "unknown field");
}

void read_word(transform& t, std::string_view word, std::string_view text) {
    if (read_one_of(precisions, word, t.precision) || read_one_of(placements, word, t.placement) ||
        read_one_of(directions, word, t.direction))
        return;
    if (word.find('=') != word.npos)
        read_field(t, word, text);
    else if (word[0] == 'b')
        t.batch = number(word.substr(1), word, text);
    else if (word[0] >= '0' && word[0] <= '9') {
        if (!t.lengths.empty()) refuse(word, text, "a second list of lengths,");
        t.lengths = numbers(word, 'x', word, text);
    } else
        refuse(word, text, "unknown word");
}

/// The first word: the kind, which also sets the default direction.
void read_kind(transform& t, std::string_view word, std::string_view text) {
    for (const auto& each : all_kinds)
        if (each.word == word) {
            t.kind = each.of;
            t.direction = usual_direction(t.kind);
            return;
        }
    refuse(word, text, "it must begin with c2c, r2c, c2r, dct1 .. dct4 or dst1 .. dst4, not");
}

}  // namespace

}  // namespace internal

using namespace internal;

std::string v0_2::to_string(const transform& t) {
    auto text = std::string(facts(t.kind).word) + " " + text_of(precisions, t.precision) + " " + joined(t.lengths, 'x');
    if (t.batch != 1) text += " b" + std::to_string(t.batch);
    if (t.placement == placement::in_place) text += " in";
    if (t.direction != usual_direction(t.kind)) text += " " + text_of(directions, t.direction);
    append_layout(text, t.input, 'i');
    append_layout(text, t.output, 'o');
    append_loops(text, t.loops);
    if (!t.nonzero.empty()) text += " nonzero=" + joined(t.nonzero, 'x');
    if (!t.wanted.empty()) text += " wanted=" + joined(t.wanted, 'x');
    if (t.full_spectrum) text += " spectrum=" + text_of(spectra, t.full_spectrum);
    if (t.scale != 1) text += " scale=" + exact_text(t.scale);
    if (t.algorithm != automatic) text += " algorithm=" + printable(t.algorithm);
    return text;
}

transform v0_2::parse_transform(std::string_view text) {
    transform t;
    bool begun = false;
    std::size_t at = 0;
    while ((at = text.find_first_not_of(" \t\n", at)) != text.npos) {
        const auto end = std::min(text.find_first_of(" \t\n", at), text.size());
        (begun ? read_word : read_kind)(t, text.substr(at, end - at), text);
        begun = true;
        at = end;
    }
    if (t.lengths.empty()) refuse("", text, "it names no lengths");
    return t;
}

}  // namespace stockham
