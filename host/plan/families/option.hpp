// The options of a plan string. Each kernel family has a table that maps words to members of its choice.
#pragma once

#include <charconv>
#include <string>
#include <string_view>
#include <vector>

namespace stockham::internal {

/// A stage that a choice names: its radix, and which of the pass's digits (in the order of their axes) it transforms.
struct chain_link {
    unsigned digit = 0;
    unsigned radix = 1;
};

/// `16.16`, or `0:8.1:16.1:8` if there are several digits.
std::string to_string(const std::vector<chain_link>&);
/// False for an invalid text.
bool parse_chain(std::string_view, std::vector<chain_link>&);

/// The stages of a pass, for families whose stages are butterflies.
struct stage_choice {
    unsigned max_radix = 16;
    bool ascending = false;  ///< the smaller radices of a chain first
    /// The stages in order, without a check of the registers; empty: chains by max_radix and `ascending`. A radix is at
    /// most 32, or 64, 128 or 256. No device has the registers for the latter, which exist to show just that.
    std::vector<chain_link> chain;
};

/// One option of a family whose choices are of this type.
template <class Choice>
struct pass_option {
    std::string_view word;  ///< the whole word, or up to and including the `=` before a value
    bool has_value = false;
    bool (*is_set)(const Choice&) = nullptr;  ///< whether it differs from the default
    std::string (*value)(const Choice&) = nullptr;
    bool (*set)(Choice&, std::string_view value) = nullptr;  ///< false for an invalid value
};

/// The name of an option: `exchange` for `exchange=planar`.
inline std::string_view name_of_option(std::string_view word) {
    return word.substr(0, word.find('='));
}

namespace option_table {

inline bool parse_number(std::string_view text, unsigned& n) {
    const auto end = text.data() + text.size();
    const auto [at, code] = std::from_chars(text.data(), end, n);
    return code == std::errc() && at == end;
}

/// An option with a number after `word`.
template <class Choice, auto member>
constexpr pass_option<Choice> number(std::string_view word) {
    return {word, true, [](const Choice& c) { return c.*member != Choice{}.*member; },
            [](const Choice& c) { return std::to_string(c.*member); },
            [](Choice& c, std::string_view text) { return parse_number(text, c.*member); }};
}

/// The same for numbers above 0, where 0 stands for an unset option.
template <class Choice, auto member>
constexpr pass_option<Choice> positive(std::string_view word) {
    return {word, true, [](const Choice& c) { return c.*member > 0; },
            [](const Choice& c) { return std::to_string(c.*member); },
            [](Choice& c, std::string_view text) { return parse_number(text, c.*member) && c.*member > 0; }};
}

/// A word that sets the member to `wanted`.
template <class Choice, auto member, auto wanted>
constexpr pass_option<Choice> word(std::string_view text) {
    return {text, false, [](const Choice& c) { return c.*member == wanted; },
            [](const Choice&) { return std::string(); },
            [](Choice& c, std::string_view) {
                c.*member = wanted;
                return true;
            }};
}

template <class Choice>
constexpr pass_option<Choice> named_chain() {
    return {"chain=", true, [](const Choice& c) { return !c.chain.empty(); },
            [](const Choice& c) { return to_string(c.chain); },
            [](Choice& c, std::string_view text) { return parse_chain(text, c.chain); }};
}

}  // namespace option_table

}  // namespace stockham::internal
