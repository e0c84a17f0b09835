// Problem strings as parsed by the report, to sort, group and label the cases of a suite.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace bench::report {

// Accepts any text: unknown words go to `extras`, since a report shows all that was measured.
struct problem_name {
    std::string text;
    std::string kind;       // "c2c", "r2c", ...
    std::string precision;  // "f16", "f32", "f64"
    std::vector<std::uint64_t> lengths;
    std::uint64_t batch = 1;
    bool inverse = false;
    std::string placement;  // "in", "out", or empty if not given
    std::string extras;
};

problem_name parse_problem_name(const std::string& text);

// Points of one transform; a double, since the product of a file's lengths may exceed any integer type.
double points_of(const problem_name& name);

// "1080×1920 b8": the case within its family.
std::string short_label(const problem_name& name);

// Cases that stand together in tables.
struct family {
    std::string kind;
    std::size_t rank = 0;
    bool irregular = false;
    bool single = false;
    std::string precision;
    bool inverse = false;
    std::string placement;
};

bool operator<(const family& a, const family& b);
family family_of(const problem_name& name, const std::string& placement);

}  // namespace bench::report
