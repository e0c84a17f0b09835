// Problem strings as people type them, and as wisdom names them.
#include "problem_text.hpp"

#include <algorithm>
#include <iterator>
#include <sstream>

#include <fmt/format.h>

namespace stockham::tools {

namespace {

bool names_kind(const std::string& word) {
    return word == "c2c" || word == "r2c" || word == "c2r" || word.rfind("dct", 0) == 0 || word.rfind("dst", 0) == 0;
}

}  // namespace

transform parse_problem(const std::vector<std::string>& words) {
    std::istringstream text(fmt::format("{}", fmt::join(words, " ")));
    std::vector<std::string> parts{std::istream_iterator<std::string>(text), {}};
    const auto lacks = [&](const char* word) { return std::find(parts.begin(), parts.end(), word) == parts.end(); };
    if (std::none_of(parts.begin(), parts.end(), names_kind)) parts.insert(parts.begin(), "c2c");
    if (lacks("f16") && lacks("f32") && lacks("f64")) parts.insert(parts.begin() + 1, "f32");
    return parse_transform(fmt::format("{}", fmt::join(parts, " ")));
}

std::string wisdom_problem(transform t) {
    if (t.kind != kind::c2r) t.direction = direction::forward;
    t.scale = 1;
    return to_string(t);
}

}  // namespace stockham::tools
