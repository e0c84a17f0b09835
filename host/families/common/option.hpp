// The options of a plan string. Each kernel family has a table that maps words to members of its choice.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "families/common/choice.hpp"

namespace stockham::internal {

/// One option of a family. The functions take a choice of that family.
struct pass_option {
    std::string_view word;  ///< the whole word, or up to and including the `=` before a value
    bool has_value = false;
    bool (*is_set)(const family_choice&) = nullptr;  ///< whether it differs from the default
    std::string (*value)(const family_choice&) = nullptr;
    bool (*set)(family_choice&, std::string_view value) = nullptr;  ///< false for an invalid value
};

/// The name of an option: `exchange` for `exchange=planar`.
inline std::string_view name_of_option(std::string_view word) {
    return word.substr(0, word.find('='));
}

/// The options that differ from their defaults, each after a space.
std::string text_of_options(const family_choice&, const std::vector<pass_option>&);

/// `16.16`, or `0:8.1:16.1:8` if there are several digits.
std::string to_string(const std::vector<chain_link>&);

namespace option_table {

/// False for an invalid text.
bool parse_number(std::string_view, unsigned&);
bool parse_chain(std::string_view, std::vector<chain_link>&);

template <class Choice>
const Choice& of(const family_choice& c) {
    return static_cast<const Choice&>(c);
}
template <class Choice>
Choice& of(family_choice& c) {
    return static_cast<Choice&>(c);
}

/// An option with a number after `word`.
template <class Choice, auto member>
constexpr pass_option number(std::string_view word) {
    return {word, true, [](const family_choice& c) { return of<Choice>(c).*member != Choice{}.*member; },
            [](const family_choice& c) { return std::to_string(of<Choice>(c).*member); },
            [](family_choice& c, std::string_view text) { return parse_number(text, of<Choice>(c).*member); }};
}

/// The same for numbers above 0, where 0 stands for an unset option.
template <class Choice, auto member>
constexpr pass_option positive(std::string_view word) {
    return {word, true, [](const family_choice& c) { return of<Choice>(c).*member > 0; },
            [](const family_choice& c) { return std::to_string(of<Choice>(c).*member); },
            [](family_choice& c, std::string_view text) {
                auto& n = of<Choice>(c).*member;
                return parse_number(text, n) && n > 0;
            }};
}

/// A word that sets the member to `wanted`.
template <class Choice, auto member, auto wanted>
constexpr pass_option word(std::string_view text) {
    return {text, false, [](const family_choice& c) { return of<Choice>(c).*member == wanted; },
            [](const family_choice&) { return std::string(); },
            [](family_choice& c, std::string_view) {
                of<Choice>(c).*member = wanted;
                return true;
            }};
}

template <class Choice>
constexpr pass_option named_chain() {
    return {"chain=", true, [](const family_choice& c) { return !of<Choice>(c).chain.empty(); },
            [](const family_choice& c) { return to_string(of<Choice>(c).chain); },
            [](family_choice& c, std::string_view text) { return parse_chain(text, of<Choice>(c).chain); }};
}

}  // namespace option_table

}  // namespace stockham::internal
