// Problem strings as people type them, and as wisdom names them.
#include "problem_text.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <sstream>

#include <fmt/format.h>

namespace stockham::tools {

namespace {

const std::set<std::string> kinds = {"c2c",  "r2c",  "c2r",  "dct1", "dct2", "dct3",
                                     "dct4", "dst1", "dst2", "dst3", "dst4"};
const std::set<std::string> precisions = {"f16", "f32", "f64"};

}  // namespace

transform parse_problem(const std::vector<std::string>& words) {
    std::istringstream text(fmt::format("{}", fmt::join(words, " ")));
    std::vector<std::string> parts{std::istream_iterator<std::string>(text), {}};
    const auto lacks = [&](const std::set<std::string>& some) {
        return std::none_of(parts.begin(), parts.end(), [&](const auto& part) { return some.count(part) > 0; });
    };
    if (lacks(kinds)) parts.insert(parts.begin(), "c2c");
    if (lacks(precisions)) parts.insert(parts.begin() + 1, "f32");
    return parse_transform(fmt::format("{}", fmt::join(parts, " ")));
}

std::string wisdom_problem(transform t) {
    if (t.kind != kind::c2r) t.direction = direction::forward;
    t.scale = 1;
    return to_string(t);
}

}  // namespace stockham::tools
