// Values of options: numbers and chains of stages.
#include "families/common/option.hpp"

#include <algorithm>
#include <charconv>

namespace stockham::internal {

std::string text_of_options(const family_choice& c, const std::vector<pass_option>& options) {
    std::string text;
    for (const auto& o : options)
        if (o.is_set(c)) text += " " + std::string(o.word) + o.value(c);
    return text;
}

std::string to_string(const std::vector<chain_link>& chain) {
    const bool several = std::any_of(chain.begin(), chain.end(), [](const auto& link) { return link.digit > 0; });
    std::string text;
    for (const auto& link : chain)
        text +=
            (text.empty() ? "" : ".") + (several ? std::to_string(link.digit) + ":" : "") + std::to_string(link.radix);
    return text;
}

namespace option_table {

bool parse_number(std::string_view text, unsigned& n) {
    const auto end = text.data() + text.size();
    const auto [at, code] = std::from_chars(text.data(), end, n);
    return code == std::errc() && at == end;
}

namespace {

/// Parses `radix` or `digit:radix`.
bool parse_link(std::string_view text, chain_link& link) {
    const auto colon = text.find(':');
    if (colon == text.npos) return parse_number(text, link.radix);
    return parse_number(text.substr(0, colon), link.digit) && parse_number(text.substr(colon + 1), link.radix);
}

}  // namespace

bool parse_chain(std::string_view text, std::vector<chain_link>& chain) {
    for (;;) {
        const auto end = text.find('.');
        chain_link link;
        link.radix = 0;
        if (!parse_link(text.substr(0, end), link)) return false;
        chain.push_back(link);
        if (end == text.npos) return true;
        text.remove_prefix(end + 1);
    }
}

}  // namespace option_table

}  // namespace stockham::internal
