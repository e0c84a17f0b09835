// Plan strings: printing and parsing.
#include "plan/plan_string.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

#include <stockham/error.hpp>

#include "base/messages/printable.hpp"
#include "base/text_streams.hpp"
#include "plan/published.hpp"

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

[[noreturn]] void refuse_twice(std::string_view word) {
    throw argument_error("plan", "a plan string has " + in_quotes(word) + ", but sets that option before");
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

/// Calls `use` with a default choice of each family, the last one first, until it returns true.
template <class Use, std::size_t... k>
bool any_family(const Use& use, std::index_sequence<k...>) {
    return (use(std::variant_alternative_t<sizeof...(k) - 1 - k, pass_choice>{}) || ...);
}
template <class Use>
bool any_family(const Use& use) {
    return any_family(use, std::make_index_sequence<std::variant_size_v<pass_choice>>());
}

template <class Choice>
const pass_option<Choice>* option_of(std::string_view word) {
    for (const auto& o : Choice::options())
        if (o.has_value ? word.substr(0, o.word.size()) == o.word : word == o.word) return &o;
    return nullptr;
}

/// Options of other families have their own message.
template <class Choice>
[[noreturn]] void refuse_option(std::string_view word, std::size_t pass) {
    const bool known = any_family([&](auto other) { return option_of<decltype(other)>(word) != nullptr; });
    if (!known) refuse(word);
    throw unsupported_error("plan string", "a plan string has pass " + std::to_string(pass) + ", option " +
                                               std::string(name_of_option(word)) + ": it is not known to " +
                                               Choice::family + ", the family of this pass");
}

template <class Choice>
Choice choice_by(const std::vector<std::string>& words, std::size_t pass) {
    Choice choice;
    std::set<std::string_view> set;
    for (const auto& word : words) {
        const auto* o = option_of<Choice>(word);
        if (!o) refuse_option<Choice>(word, pass);
        if (!set.insert(name_of_option(o->word)).second) refuse_twice(word);
        if (!o->set(choice, std::string_view(word).substr(o->word.size()))) refuse(word);
    }
    return choice;
}

template <class Choice>
bool is_marked(const std::vector<std::string>& words) {
    return std::any_of(words.begin(), words.end(),
                       [](const std::string& word) { return word.compare(0, Choice::mark.size(), Choice::mark) == 0; });
}

template <class Choice>
std::string text_of(const Choice& c) {
    std::string text;
    for (const auto& o : Choice::options())
        if (o.is_set(c)) text += " " + std::string(o.word) + o.value(c);
    return text;
}

bool has_steps_of_its_own(std::string_view name) {
    const auto* system = published(name);
    return system && system->build;
}

}  // namespace

bool parse_chain(std::string_view text, std::vector<chain_link>& chain) {
    using option_table::parse_number;
    for (auto link : cut(text, '.')) {
        const auto parts = cut(link, ':');
        unsigned digit = 0, radix = 0;
        if (parts.size() > 2 || (parts.size() == 2 && !parse_number(parts.front(), digit))) return false;
        if (!parse_number(parts.back(), radix)) return false;
        chain.push_back({digit, radix});
    }
    return true;
}

std::string to_string(const std::vector<chain_link>& chain) {
    const bool several = std::any_of(chain.begin(), chain.end(), [](const auto& link) { return link.digit > 0; });
    std::string text;
    for (const auto& link : chain)
        text +=
            (text.empty() ? "" : ".") + (several ? std::to_string(link.digit) + ":" : "") + std::to_string(link.radix);
    return text;
}

pass_choice parse_choice(const std::vector<std::string>& words, own_family own, std::size_t pass) {
    pass_choice choice;
    const bool marked = any_family([&](auto of_family) {
        using family = decltype(of_family);
        if (!is_marked<family>(words)) return false;
        choice = choice_by<family>(words, pass);
        return true;
    });
    if (marked) return choice;
    if (own == own_family::lanes) return choice_by<lanes_choice>(words, pass);
    return choice_by<work_group_choice>(words, pass);
}

std::string to_string(const pass_choice& c) {
    return std::visit([](const auto& own) { return text_of(own); }, c);
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
            for (const auto& [mark, part] : part_marks)
                if (name.part == part) text += mark;
            if (name.in_time) text += in_time_mark;
            before = "+";
        }
        text += to_string(r.choices[k]);
    }
    return text + (r.one_launch ? " ; one_launch" : "");
}

plan_decisions parse_plan_string(std::string_view text, own_family own) {
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
