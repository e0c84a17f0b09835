// The table of radices: add new ones here.
#include "kernel/butterflies.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

namespace stockham::internal {

namespace {

struct butterfly_row {
    unsigned radix;
    std::string_view file;           ///< in cl/butterflies/
    unsigned rows = 0, columns = 0;  ///< composite: the two coprime radices
};
constexpr std::string_view powers_of_two = "powers_of_two", large = "large", composite = "composite";

/// All radices, ascending. Chains of lengths that are no powers of two use all but the large ones.
constexpr butterfly_row table[] = {
    {2, powers_of_two},     {3, "radix_3"},        {4, powers_of_two},    {5, "radix_5"},
    {6, composite, 2, 3},   {7, "radix_7"},        {8, powers_of_two},    {9, "radix_9"},
    {10, composite, 2, 5},  {11, "radix_11"},      {12, composite, 4, 3}, {13, "radix_13"},
    {14, composite, 2, 7},  {15, composite, 3, 5}, {16, powers_of_two},   {17, "radix_17"},
    {18, composite, 2, 9},  {19, "radix_19"},      {20, composite, 4, 5}, {21, composite, 3, 7},
    {22, composite, 2, 11}, {23, "radix_23"},      {24, composite, 8, 3}, {25, "radix_25"},
    {26, composite, 2, 13}, {27, "radix_27"},      {28, composite, 4, 7}, {29, "radix_29"},
    {30, composite, 2, 15}, {31, "radix_31"},      {32, powers_of_two},   {64, large},
    {128, large},           {256, large},
};

const butterfly_row* row_of(unsigned radix) {
    const auto* row = std::lower_bound(std::begin(table), std::end(table), radix,
                                       [](const butterfly_row& r, unsigned wanted) { return r.radix < wanted; });
    return row != std::end(table) && row->radix == radix ? row : nullptr;
}

/// The multiple of `factor` that is 1 modulo the coprime `other`.
unsigned one_modulo(unsigned other, unsigned factor) {
    unsigned multiple = factor;
    while (multiple % other != 1) multiple += factor;
    return multiple;
}

void add_composite(pass_text& text, const butterfly_row& c) {
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

bool has_butterfly(unsigned radix) {
    return radix == 1 || row_of(radix);
}

std::vector<unsigned> mixed_radices(unsigned most) {
    std::vector<unsigned> all;
    for (const auto& row : table)
        if (row.radix <= most && row.file != large) all.push_back(row.radix);
    return all;
}

void add_butterfly(pass_text& text, unsigned radix) {
    if (radix == 1) return;
    const auto& row = *row_of(radix);
    if (row.rows) return add_composite(text, row);
    text.add_file("cl/butterflies/" + std::string(row.file) + ".cl");
}

}  // namespace stockham::internal
