// Which kernel file defines the butterfly of a radix.
#include "kernel/butterflies.hpp"

#include <algorithm>
#include <iterator>

namespace stockham::internal {

namespace {

/// Radices whose butterflies cl/butterflies/composite.cl composes of two coprime ones.
struct composite {
    unsigned radix, rows, columns;
};
constexpr composite composites[] = {{6, 2, 3},   {10, 2, 5}, {12, 4, 3}, {14, 2, 7},  {15, 3, 5},
                                    {18, 2, 9},  {20, 4, 5}, {21, 3, 7}, {22, 2, 11}, {24, 8, 3},
                                    {26, 2, 13}, {28, 4, 7}, {30, 2, 15}};

/// The multiple of `factor` that is 1 modulo the coprime `other`.
unsigned one_modulo(unsigned other, unsigned factor) {
    unsigned multiple = factor;
    while (multiple % other != 1) multiple += factor;
    return multiple;
}

void add_composite(pass_text& text, const composite& c) {
    add_butterfly(text, c.rows);
    add_butterfly(text, c.columns);
    text.add_file({"cl/butterflies/composite.cl",
                   {{"RADIX", std::to_string(c.radix)},
                    {"ROWS", std::to_string(c.rows)},
                    {"COLUMNS", std::to_string(c.columns)},
                    {"OF_ROW", std::to_string(one_modulo(c.rows, c.columns))},
                    {"OF_COLUMN", std::to_string(one_modulo(c.columns, c.rows))}},
                   true});
}

}  // namespace

void add_butterfly(pass_text& text, unsigned radix) {
    if (radix == 1) return;
    const auto composed =
        std::find_if(std::begin(composites), std::end(composites), [&](const auto& c) { return c.radix == radix; });
    if (composed != std::end(composites)) return add_composite(text, *composed);
    const bool power_of_two = (radix & (radix - 1)) == 0;
    text.add_file(!power_of_two ? "cl/butterflies/radix_" + std::to_string(radix) + ".cl"
                  : radix > 32  ? "cl/butterflies/large.cl"
                                : "cl/butterflies/powers_of_two.cl");
}

}  // namespace stockham::internal
