// Abbreviated problem strings of the command line, and the problem strings of wisdom entries.
#include "tools/harness/problem_text.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <sstream>

#include "base/plain_text.hpp"

namespace stockham::harness {

namespace {

const std::set<std::string> kinds = {"c2c",  "r2c",  "c2r",  "dct1", "dct2", "dct3",
                                     "dct4", "dst1", "dst2", "dst3", "dst4"};
const std::set<std::string> precisions = {"f16", "f32", "f64"};

}  // namespace

transform parse_problem(const std::vector<std::string>& words) {
    std::vector<std::string> parts;
    for (const auto& word : words) {
        std::istringstream text(word);
        parts.insert(parts.end(), std::istream_iterator<std::string>(text), {});
    }
    const auto lacks = [&](const std::set<std::string>& some) {
        return std::none_of(parts.begin(), parts.end(), [&](const auto& part) { return some.count(part) > 0; });
    };
    if (lacks(kinds)) parts.insert(parts.begin(), "c2c");
    if (lacks(precisions)) parts.insert(parts.begin() + 1, "f32");
    std::string whole;
    for (const auto& part : parts) whole += (whole.empty() ? "" : " ") + part;
    return parse_transform(whole);
}

bool is_problem(const std::string& word) {
    const bool blanks = word.find_first_of(" \t\r") != word.npos;
    return blanks || word.empty() || internal::is_digit(word[0]) || kinds.count(word) > 0;
}

std::string wisdom_problem(transform t) {
    if (t.kind != kind::c2r) t.direction = direction::forward;
    t.scale = 1;
    return to_string(t);
}

}  // namespace stockham::harness
