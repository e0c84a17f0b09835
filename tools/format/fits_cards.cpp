// The keywords of a FITS header, and the rules of metadata.hpp for them.
#include "format/fits_cards.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "bytes.hpp"

namespace stockham::tools {

namespace {

using cards = std::vector<std::string>;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// CRPIX1A is {"CRPIX", "1", "A"}, CD1_2 is {"CD", "1_2", ""}.
struct keyword_parts {
    std::string name, index, version;
};
keyword_parts parts_of(const std::string& keyword) {
    const std::size_t first = std::min(keyword.find_first_of("0123456789"), keyword.size());
    std::size_t last = keyword.size();
    while (last > first && !is_digit(keyword[last - 1])) --last;
    return {keyword.substr(0, first), keyword.substr(first, last - first), keyword.substr(last)};
}

bool is_one_of(const std::string& name, std::initializer_list<const char*> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_coordinate(const std::string& keyword) {
    const keyword_parts parts = parts_of(keyword);
    if (is_one_of(keyword.substr(0, 7), {"WCSAXES", "WCSNAME", "LONPOLE", "LATPOLE", "RADESYS"})) return true;
    return !parts.index.empty() &&
           is_one_of(parts.name, {"CRPIX", "CRVAL", "CDELT", "CROTA", "CTYPE", "CUNIT", "CD", "PC", "PV", "PS", "A_",
                                  "B_", "AP_", "BP_", "CRDER", "CSYER", "CNAME"});
}

// Rectangles and mappings of the detector, in its own pixels.
bool is_section(const std::string& keyword) {
    const std::string name = parts_of(keyword).name;
    return (keyword.size() > 3 && keyword.compare(keyword.size() - 3, 3, "SEC") == 0) ||
           is_one_of(name, {"LTV", "LTM", "ATV", "ATM", "DTV", "DTM"});
}

bool is_about_levels(const std::string& keyword) {
    return is_one_of(keyword, {"BUNIT", "EGAIN", "RDNOISE", "READNOIS", "SATURATE", "SATLEVEL", "PEDESTAL", "MAGZERO",
                               "MAGZPT", "PHOTZP", "PHOTFLAM", "DATAMIN", "DATAMAX"}) ||
           keyword.compare(0, 4, "GAIN") == 0;
}

std::optional<double> number_of(const cards& all, const std::string& keyword) {
    for (const std::string& card : all) {
        if (keyword_of(card) != keyword) continue;
        const std::size_t first = card.find_first_not_of(" +", 10);
        if (first == card.npos) return std::nullopt;
        std::string text = card.substr(first, card.find_first_of(" /", first) - first);
        std::replace(text.begin(), text.end(), 'D', 'E');
        double value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error == std::errc() && end == text.data() + text.size()) return value;
        return std::nullopt;
    }
    return std::nullopt;
}

bool has(const cards& all, const std::string& keyword) {
    return std::any_of(all.begin(), all.end(), [&](const std::string& card) { return keyword_of(card) == keyword; });
}

// Replaces the value, and keeps the comment; a new keyword goes to the end.
void set_number(cards& all, const std::string& keyword, double value) {
    std::string text = fmt::format("{}", value);
    if (text.find_first_of(".eEn") == text.npos) text += ".0";
    std::replace(text.begin(), text.end(), 'e', 'E');
    std::string made = fmt::format("{:<8}= {:>20}", keyword, text);
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const auto& card) { return keyword_of(card) == keyword; });
    if (found == all.end()) return all.push_back(made + std::string(card_length - made.size(), ' '));
    if (const std::size_t comment = found->find(" /"); comment != found->npos) made += found->substr(comment);
    made.resize(card_length, ' ');
    *found = made;
}

template <class Wanted>
void remove_if(picture_metadata& m, const Wanted& wanted) {
    cards rest, removed;
    for (const std::string& card : m.cards) {
        const bool is_removed = wanted(keyword_of(card));
        (is_removed ? removed : rest).push_back(card);
    }
    if (removed.empty()) return;
    m.cards = rest;
    std::string names;
    for (const std::string& card : removed) names += (names.empty() ? "" : ", ") + keyword_of(card);
    m.left_out.push_back(names);
}

// CD' = CD M for the columns of the axes 1 and 2; the same for PC, which is 1 in its diagonal if it is missing.
void turn_axes(cards& all, const std::string& version, const grid_map& map) {
    const bool uses_cd = has(all, "CD1_1" + version) || has(all, "CD2_2" + version);
    const std::string name = uses_cd ? "CD" : "PC";
    for (const char* row : {"1", "2"}) {
        const auto key = [&](const char* column) { return name + row + "_" + column + version; };
        const double missing = uses_cd ? 0 : 1;
        const double first = number_of(all, key("1")).value_or(row[0] == '1' ? missing : 0);
        const double second = number_of(all, key("2")).value_or(row[0] == '2' ? missing : 0);
        set_number(all, key("1"), first * map.across[0] + second * map.down[0]);
        set_number(all, key("2"), first * map.across[1] + second * map.down[1]);
    }
}

// Distortions in pixels and the old way to state a rotation are not turned.
bool can_turn(const cards& all) {
    return std::none_of(all.begin(), all.end(), [&](const std::string& card) {
        const std::string name = parts_of(keyword_of(card)).name;
        return is_one_of(name, {"CROTA", "A_", "B_", "AP_", "BP_"});
    });
}

}  // namespace

std::string keyword_of(const std::string& card) {
    const std::string keyword = card.substr(0, 8);
    return keyword.substr(0, keyword.find_last_not_of(' ') + 1);
}

bool is_of_later_axis(const std::string& keyword) {
    if (!is_coordinate(keyword)) return false;
    const std::string index = parts_of(keyword).index;
    for (std::size_t at = 0; at < index.size(); at = std::min(index.find('_', at), index.size() - 1) + 1)
        if (index[at] != '_' && (index[at] > '2' || (at + 1 < index.size() && is_digit(index[at + 1])))) return true;
    return false;
}

std::string cards_name(const std::vector<std::string>& all) {
    return count_text(all.size(), "FITS keyword", "FITS keywords");
}

bool move_cards(picture_metadata& m, const grid_map& map) {
    remove_if(m, is_section);
    std::vector<std::string> versions;
    for (const std::string& card : m.cards)
        if (const keyword_parts parts = parts_of(keyword_of(card)); parts.name == "CRPIX" && parts.index == "1")
            versions.push_back(parts.version);
    if (!map.is_shift() && !can_turn(m.cards)) {
        remove_if(m, is_coordinate);
        return !m.cards.empty();
    }
    for (const std::string& version : versions) {
        const auto x = number_of(m.cards, "CRPIX1" + version), y = number_of(m.cards, "CRPIX2" + version);
        if (!x || !y) continue;
        double column = *x - 1, row = *y - 1;  // FITS counts from 1
        move_point(map, column, row);
        set_number(m.cards, "CRPIX1" + version, column + 1);
        set_number(m.cards, "CRPIX2" + version, row + 1);
        if (!map.is_shift()) turn_axes(m.cards, version, map);
    }
    return true;
}

bool restate_cards(picture_metadata& m, const written_facts& facts) {
    if (!facts.same_levels) remove_if(m, is_about_levels);
    return !m.cards.empty();
}

}  // namespace stockham::tools
