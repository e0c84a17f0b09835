// The options of a plan string: a table for each kernel family, from the words to the members of its choice.
#pragma once

#include <charconv>
#include <string>
#include <string_view>
#include <vector>

namespace stockham::internal {

/// A choice's stage: a radix, and which of the pass's digits (in the order of their axes) it is of.
struct chain_link {
    unsigned digit = 0;
    unsigned radix = 1;
};

/// `16.16`, or `0:8.1:16.1:8` where there are several digits.
std::string to_string(const std::vector<chain_link>&);
/// False for a text that is none.
bool parse_chain(std::string_view, std::vector<chain_link>&);

/// Which stages a pass has, for families whose stages are butterflies.
struct stage_choice {
    unsigned max_radix = 16;
    bool ascending = false;  ///< the smaller radices of a chain first
    /// The stages, in order, whatever the registers say; empty: chains by max_radix and `ascending`. A radix: up to 32,
    /// or 64, 128 or 256, which no device has the registers for (they are there to show just that).
    std::vector<chain_link> chain;
};

/// One option of a family whose choices are of this type.
template <class Choice>
struct pass_option {
    std::string_view word;  ///< all of it, or up to the `=` that a value follows
    bool has_value = false;
    bool (*is_set)(const Choice&) = nullptr;  ///< to something else than the default
    std::string (*value)(const Choice&) = nullptr;
    bool (*set)(Choice&, std::string_view value) = nullptr;  ///< false for a value that is none
};

/// What an option is called: `exchange` of `exchange=planar`.
inline std::string_view name_of_option(std::string_view word) {
    return word.substr(0, word.find('='));
}

namespace option_table {

inline bool parse_number(std::string_view text, unsigned& n) {
    const auto end = text.data() + text.size();
    const auto [at, code] = std::from_chars(text.data(), end, n);
    return code == std::errc() && at == end;
}

/// `word` is followed by a number.
template <class Choice, auto member>
constexpr pass_option<Choice> number(std::string_view word) {
    return {word, true, [](const Choice& c) { return c.*member != Choice{}.*member; },
            [](const Choice& c) { return std::to_string(c.*member); },
            [](Choice& c, std::string_view text) { return parse_number(text, c.*member); }};
}

/// The same of an option that only exists above 0.
template <class Choice, auto member>
constexpr pass_option<Choice> positive(std::string_view word) {
    return {word, true, [](const Choice& c) { return c.*member > 0; },
            [](const Choice& c) { return std::to_string(c.*member); },
            [](Choice& c, std::string_view text) { return parse_number(text, c.*member) && c.*member > 0; }};
}

/// The member has this value where the word is there.
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
