// Splits problem strings into their words and orders them by families.
#include "problem_name.hpp"

#include <algorithm>
#include <sstream>
#include <tuple>

#include <fmt/format.h>

namespace bench::report {

namespace {

bool all_digits(const std::string& word) {
    return !word.empty() && word.size() <= 18 && word.find_first_not_of("0123456789") == std::string::npos;
}

// "1080x1920" to {1080, 1920}; empty if the word is not a list of lengths.
std::vector<std::uint64_t> parse_lengths(const std::string& word) {
    std::vector<std::uint64_t> lengths;
    std::istringstream stream(word);
    std::string part;
    while (std::getline(stream, part, 'x')) {
        if (!all_digits(part)) return {};
        lengths.push_back(std::stoull(part));
    }
    return word.empty() || word.back() == 'x' ? std::vector<std::uint64_t>{} : lengths;
}

bool is_power_of_two(std::uint64_t n) {
    return n != 0 && (n & (n - 1)) == 0;
}

bool take_word(problem_name& name, const std::string& word) {
    if (word == "f16" || word == "f32" || word == "f64") {
        name.precision = word;
    } else if (word == "in" || word == "out") {
        name.placement = word;
    } else if (word == "fwd" || word == "inv") {
        name.inverse = word == "inv";
    } else if (word[0] == 'b' && all_digits(word.substr(1))) {
        name.batch = std::stoull(word.substr(1));
    } else if (const auto lengths = parse_lengths(word); name.lengths.empty() && !lengths.empty()) {
        name.lengths = lengths;
    } else {
        return false;
    }
    return true;
}

// True if all lengths are equal powers of two.
bool is_regular(const problem_name& name) {
    if (name.lengths.empty() || !name.extras.empty()) return false;
    const std::uint64_t first = name.lengths.front();
    return is_power_of_two(first) &&
           std::all_of(name.lengths.begin(), name.lengths.end(), [&](std::uint64_t n) { return n == first; });
}

}  // namespace

problem_name parse_problem_name(const std::string& text) {
    problem_name name;
    name.text = text;
    std::istringstream stream(text);
    std::string word;
    while (stream >> word) {
        if (take_word(name, word)) continue;
        if (name.kind.empty()) {
            name.kind = word;
        } else {
            name.extras += (name.extras.empty() ? "" : " ") + word;
        }
    }
    return name;
}

double points_of(const problem_name& name) {
    double points = 1;
    for (const std::uint64_t n : name.lengths) points *= static_cast<double>(n);
    return points;
}

std::string short_label(const problem_name& name) {
    if (name.lengths.empty()) return name.text;
    std::string label = fmt::format("{}", fmt::join(name.lengths, "×"));
    if (name.batch != 1) label += fmt::format(" b{}", name.batch);
    if (!name.extras.empty()) label += " " + name.extras;
    return label;
}

bool operator<(const family& a, const family& b) {
    const auto key = [](const family& f) {
        return std::make_tuple(f.kind != "c2c", f.kind, f.rank, f.irregular, f.single, f.precision, f.inverse,
                               f.placement);
    };
    return key(a) < key(b);
}

family family_of(const problem_name& name, const std::string& placement) {
    return {name.kind,      name.lengths.size(), !is_regular(name), name.batch == 1,
            name.precision, name.inverse,        placement};
}

}  // namespace bench::report
