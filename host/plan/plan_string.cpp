// Plan strings: printing and parsing.
#include "plan/plan_string.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

#include <stockham/error.hpp>

#include "base/messages/printable.hpp"
#include "base/text_streams.hpp"
#include "problem/algorithms.hpp"

namespace stockham::internal {

namespace {

/// Marks after an axis whose digits are not brought into order by its first pass.
constexpr std::pair<char, bool axis_split::*> order_marks[] = {{'~', &axis_split::reorder_last},
                                                               {'\'', &axis_split::reorder_each}};

/// Marks after a digit that is not simply transformed forward.
constexpr std::pair<char, convolution_part> part_marks[] = {{'^', convolution_part::multiply},
                                                            {'-', convolution_part::inverse}};

/// The mark after a digit whose twiddle factors are applied on load.
constexpr char in_time_mark = '<';

[[noreturn]] void refuse(std::string_view word) {
    throw argument_error("plan", "a plan string has an unexpected " + in_quotes(word));
}

template <class Number>
Number number(std::string_view text, std::string_view whole) {
    Number n = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (code != std::errc() || end != text.data() + text.size()) refuse(whole);
    return n;
}

std::vector<std::string_view> cut(std::string_view text, char at) {
    std::vector<std::string_view> pieces;
    for (;;) {
        const auto next = text.find(at);
        pieces.push_back(text.substr(0, next));
        if (next == text.npos) return pieces;
        text.remove_prefix(next + 1);
    }
}

axis_split parse_axis(std::string_view word) {
    axis_split axis;
    auto digits = word;
    for (const auto& [mark, flag] : order_marks)
        if (!digits.empty() && digits.back() == mark) {
            axis.*flag = true;
            digits.remove_suffix(1);
            break;
        }
    for (auto digit : cut(digits, '*')) axis.digits.push_back(number<std::uint64_t>(digit, word));
    return axis;
}

std::vector<digit_name> parse_names(std::string_view word) {
    std::vector<digit_name> names;
    for (auto name : cut(word, '+')) {
        const auto parts = cut(name, '.');
        if (parts.size() != 2) refuse(word);
        auto digit = parts[1];
        const bool in_time = !digit.empty() && digit.back() == in_time_mark;
        if (in_time) digit.remove_suffix(1);
        auto way = convolution_part::forward;
        for (const auto& [mark, part] : part_marks)
            if (!digit.empty() && digit.back() == mark) {
                way = part;
                digit.remove_suffix(1);
                break;
            }
        names.push_back({number<std::size_t>(parts[0], word), number<std::size_t>(digit, word), way, in_time});
    }
    return names;
}

bool has_steps_of_its_own(std::string_view name) {
    const auto* named = find_algorithm(name);
    return named && named->has_own_steps;
}

}  // namespace

std::string to_string(const plan_decisions& r) {
    std::string text = r.system.empty() ? "" : r.system + " ";
    for (std::size_t a = 0; a < r.sequence.splits.size(); ++a) {
        const auto& axis = r.sequence.splits[a];
        text += a ? " x " : "";
        for (std::size_t d = 0; d < axis.digits.size(); ++d) text += (d ? "*" : "") + std::to_string(axis.digits[d]);
        for (const auto& [mark, flag] : order_marks)
            if (axis.*flag) text += mark;
    }
    for (std::size_t k = 0; k < r.sequence.passes.size(); ++k) {
        text += k ? " ;" : " :";
        const char* before = " ";
        for (const auto& name : r.sequence.passes[k]) {
            text += before + std::to_string(name.axis) + "." + std::to_string(name.digit);
            for (const auto& [mark, part] : part_marks)
                if (name.part == part) text += mark;
            if (name.in_time) text += in_time_mark;
            before = "+";
        }
        text += to_string(r.choices[k]);
    }
    return text + (r.one_launch ? " ; one_launch" : "");
}

plan_decisions parse_plan_string(std::string_view text, const kernel_family& own) {
    plan_decisions r;
    std::vector<std::vector<std::string>> options;  // of each pass
    text_reader words{std::string(text)};
    std::string word;
    bool axes = true, begins = false;  // reading axes; expecting the names of a pass, or one_launch
    while (words >> word) {
        if (r.one_launch) refuse(word);
        if (axes && r.sequence.splits.empty() && has_steps_of_its_own(word)) {
            r.system = word;
        } else if (axes && word == "x") {
            if (r.sequence.splits.empty()) refuse(word);
        } else if (word == (axes ? ":" : ";")) {
            if (begins || r.sequence.splits.empty()) refuse(word);
            axes = false;
            begins = true;
        } else if (axes) {
            r.sequence.splits.push_back(parse_axis(word));
        } else if (begins && word == "one_launch" && !options.empty()) {
            r.one_launch = true;
            begins = false;
        } else if (begins) {
            r.sequence.passes.push_back(parse_names(word));
            options.emplace_back();
            begins = false;
        } else {
            options.back().push_back(word);
        }
    }
    if (axes || begins) throw argument_error("plan", "a plan string ends too early: " + in_quotes(text));
    for (const auto& each : options) r.choices.push_back(parse_choice(each, own, r.choices.size() + 1));
    return r;
}

}  // namespace stockham::internal
