// Recipes as text.
#include "plan/plan_string.hpp"

#include <algorithm>
#include <charconv>
#include <sstream>
#include <utility>

#include <stockham/error.hpp>

#include "base/messages/printable.hpp"
#include "plan/published.hpp"

namespace stockham {

namespace {

/// An option with a number, by its name in a plan string.
struct number_option {
    const char* name;
    unsigned pass_choice::*value;
};
constexpr number_option number_options[] = {
    {"lane_line", &pass_choice::lane_line},
    {"width", &pass_choice::width},
    {"radix", &pass_choice::max_radix},
    {"points", &pass_choice::points},
    {"min_items", &pass_choice::min_items},
    {"items", &pass_choice::items},
    {"pad", &pass_choice::pad},
    {"min_groups", &pass_choice::min_groups},
    {"geometry", &pass_choice::geometry},
    {"split_half", &pass_choice::split_half},
};

/// An option that is one of some words.
struct word_option {
    std::string_view word;
    bool (*is_set)(const pass_choice&);
    bool (*set)(pass_choice&);  ///< false if the option has been set before
};
template <auto member, auto value>
constexpr word_option option(std::string_view word) {
    return {word, [](const pass_choice& c) { return c.*member == value; },
            [](pass_choice& c) {
                if (c.*member != pass_choice{}.*member) return false;
                c.*member = value;
                return true;
            }};
}
constexpr word_option word_options[] = {
    option<&pass_choice::exchange, exchange_mode::separate>("exchange=separate"),
    option<&pass_choice::exchange, exchange_mode::planar>("exchange=planar"),
    option<&pass_choice::layout, layout_choice::plain>("layout=plain"),
    option<&pass_choice::layout, layout_choice::swizzle>("layout=swizzle"),
    option<&pass_choice::layout, layout_choice::xor_swizzle>("layout=xor"),
    option<&pass_choice::twiddles, twiddle_source::native>("twiddles=native"),
    option<&pass_choice::twiddles, twiddle_source::precise>("twiddles=precise"),
    option<&pass_choice::prefetch, true>("prefetch"),
    option<&pass_choice::non_temporal, true>("non_temporal"),
    option<&pass_choice::ascending, true>("ascending"),
    option<&pass_choice::paired, true>("paired"),
    option<&pass_choice::schedule, group_schedule::unbalanced>("share=unbalanced"),
    option<&pass_choice::schedule, group_schedule::alone>("share=alone"),
    option<&pass_choice::conventional, true>("conventional"),
    option<&pass_choice::barrier_per_stage, true>("barrier_per_stage"),
    option<&pass_choice::global_twiddles, true>("global_twiddles"),
};

/// What follows the digits of an axis that its first pass does not bring into order.
constexpr std::pair<char, bool axis_split::*> order_marks[] = {{'~', &axis_split::reorder_last},
                                                               {'\'', &axis_split::reorder_each}};

/// What follows a digit that is not simply on its way there.
constexpr std::pair<char, trip> trip_marks[] = {{'^', trip::turn}, {'-', trip::back}};

/// What follows a digit whose factors are multiplied in on its way in.
constexpr char in_time_mark = '<';

[[noreturn]] void refuse(std::string_view word) {
    throw argument_error("plan", "a plan string has " + in_quotes(word) + ", which means nothing there");
}

[[noreturn]] void refuse_twice(std::string_view word) {
    throw argument_error("plan", "a plan string has " + in_quotes(word) + " where that option is set already");
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
        auto way = trip::there;
        for (const auto& [mark, trip] : trip_marks)
            if (!digit.empty() && digit.back() == mark) {
                way = trip;
                digit.remove_suffix(1);
                break;
            }
        names.push_back({number<std::size_t>(parts[0], word), number<std::size_t>(digit, word), way, in_time});
    }
    return names;
}

constexpr std::string_view chain_word = "chain=";

/// `16.16`, or `0:8.1:16.1:8` where there are several digits.
std::vector<pass_choice::link> parse_chain(std::string_view text, std::string_view word) {
    std::vector<pass_choice::link> chain;
    for (auto link : cut(text, '.')) {
        const auto parts = cut(link, ':');
        if (parts.size() > 2) refuse(word);
        const auto digit = parts.size() == 2 ? number<unsigned>(parts.front(), word) : 0;
        chain.push_back({digit, number<unsigned>(parts.back(), word)});
    }
    return chain;
}

std::string to_string(const std::vector<pass_choice::link>& chain) {
    const bool several = std::any_of(chain.begin(), chain.end(), [](const auto& link) { return link.digit > 0; });
    std::string text;
    for (const auto& link : chain)
        text +=
            (text.empty() ? "" : ".") + (several ? std::to_string(link.digit) + ":" : "") + std::to_string(link.radix);
    return text;
}

bool has_steps_of_its_own(std::string_view name) {
    const auto* system = published(name);
    return system && system->build;
}

}  // namespace

std::vector<std::string> pass_option_words() {
    std::vector<std::string> all;
    for (const auto& o : number_options) all.push_back(std::string(o.name) + "=");
    for (const auto& o : word_options) all.emplace_back(o.word);
    all.emplace_back(chain_word);
    return all;
}

void parse_choice(std::string_view word, pass_choice& choice) {
    if (word.substr(0, chain_word.size()) == chain_word) {
        choice.chain = parse_chain(word.substr(chain_word.size()), word);
        return;
    }
    for (const auto& o : word_options)
        if (word == o.word) {
            if (!o.set(choice)) refuse_twice(word);
            return;
        }
    const auto equals = word.find('=');
    for (const auto& o : number_options)
        if (equals != word.npos && word.substr(0, equals) == o.name) {
            if (choice.*o.value != pass_choice{}.*o.value) refuse_twice(word);
            choice.*o.value = number<unsigned>(word.substr(equals + 1), word);
            return;
        }
    refuse(word);
}

std::string to_string(const pass_choice& c) {
    std::string text;
    for (const auto& o : number_options)
        if (c.*o.value != pass_choice{}.*o.value) text += std::string(" ") + o.name + "=" + std::to_string(c.*o.value);
    for (const auto& o : word_options)
        if (o.is_set(c)) text += " " + std::string(o.word);
    if (!c.chain.empty()) text += " " + std::string(chain_word) + to_string(c.chain);
    return text;
}

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
            for (const auto& [mark, trip] : trip_marks)
                if (name.trip == trip) text += mark;
            if (name.in_time) text += in_time_mark;
            before = "+";
        }
        text += to_string(r.choices[k]);
    }
    return text + (r.one_launch ? " ; one_launch" : "");
}

plan_decisions parse_plan_string(std::string_view text) {
    plan_decisions r;
    std::istringstream words{std::string(text)};
    std::string word;
    bool axes = true, begins = false;  // the axes are being read; a pass's names, or one_launch, come next
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
        } else if (begins && word == "one_launch" && !r.choices.empty()) {
            r.one_launch = true;
            begins = false;
        } else if (begins) {
            r.sequence.passes.push_back(parse_names(word));
            r.choices.emplace_back();
            begins = false;
        } else {
            parse_choice(word, r.choices.back());
        }
    }
    if (axes || begins) throw argument_error("plan", "a plan string ends too early: " + in_quotes(text));
    return r;
}

}  // namespace stockham
