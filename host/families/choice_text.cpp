// Choices as the options of a plan string.
#include "families/choice_text.hpp"

#include <algorithm>
#include <set>

#include <stockham/error.hpp>

#include "base/messages/printable.hpp"
#include "families/table.hpp"

namespace stockham::internal {

namespace {

[[noreturn]] void refuse(std::string_view word) {
    throw argument_error("plan", "a plan string has an unexpected " + in_quotes(word));
}

[[noreturn]] void refuse_twice(std::string_view word) {
    throw argument_error("plan", "a plan string has " + in_quotes(word) + ", but sets that option before");
}

const pass_option* option_of(const kernel_family& family, std::string_view word) {
    for (const auto& o : family.options())
        if (o.has_value ? word.substr(0, o.word.size()) == o.word : word == o.word) return &o;
    return nullptr;
}

/// Options of other families have their own message.
[[noreturn]] void refuse_option(const kernel_family& family, std::string_view word, std::size_t pass) {
    const auto& all = kernel_families();
    if (std::none_of(all.begin(), all.end(), [&](const auto* other) { return option_of(*other, word) != nullptr; }))
        refuse(word);
    throw unsupported_error("plan string", "a plan string has pass " + std::to_string(pass) + ", option " +
                                               std::string(name_of_option(word)) + ": it is not known to " +
                                               std::string(family.name) + ", the family of this pass");
}

/// The family that one of the options marks, else `own`.
const kernel_family& family_by(const std::vector<std::string>& words, const kernel_family& own) {
    for (const auto* family : kernel_families())
        for (const auto& word : words)
            if (!family->mark.empty() && word.compare(0, family->mark.size(), family->mark) == 0) return *family;
    return own;
}

}  // namespace

pass_choice parse_choice(const std::vector<std::string>& words, const kernel_family& own, std::size_t pass) {
    const auto& family = family_by(words, own);
    auto choice = family.default_choice();
    std::set<std::string_view> set;
    for (const auto& word : words) {
        const auto* o = option_of(family, word);
        if (!o) refuse_option(family, word, pass);
        if (!set.insert(name_of_option(o->word)).second) refuse_twice(word);
        if (!o->set(*choice, std::string_view(word).substr(o->word.size()))) refuse(word);
    }
    return choice;
}

std::string to_string(const pass_choice& c) {
    return text_of_options(*c, family_of(c).options());
}

}  // namespace stockham::internal
