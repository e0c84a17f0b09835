// Lines and short texts in pictures.
#include "image/canvas.hpp"

#include <algorithm>
#include <cmath>

namespace stockham::tools {

namespace {

constexpr std::size_t glyph_rows = 5, glyph_columns = 3, scale = 2;

// Each glyph has 5 rows of 3 pixels, from the top; bit 2 is the left pixel.
struct glyph {
    char character;
    std::uint8_t rows[glyph_rows];
};
constexpr glyph glyphs[] = {
    {'0', {7, 5, 5, 5, 7}}, {'1', {2, 6, 2, 2, 7}}, {'2', {7, 1, 7, 4, 7}}, {'3', {7, 1, 3, 1, 7}},
    {'4', {5, 5, 7, 1, 1}}, {'5', {7, 4, 7, 1, 7}}, {'6', {7, 4, 7, 5, 7}}, {'7', {7, 1, 1, 2, 2}},
    {'8', {7, 5, 7, 5, 7}}, {'9', {7, 5, 7, 1, 7}}, {'.', {0, 0, 0, 0, 2}}, {'-', {0, 0, 7, 0, 0}},
    {'+', {0, 2, 7, 2, 0}}, {'/', {1, 1, 2, 4, 4}}, {'c', {0, 7, 4, 4, 7}}, {'e', {7, 5, 7, 4, 7}},
    {'i', {2, 0, 2, 2, 2}}, {'l', {6, 2, 2, 2, 7}}, {'o', {0, 7, 5, 5, 7}}, {'p', {0, 7, 5, 7, 4}},
    {'r', {0, 7, 4, 4, 4}}, {'s', {0, 7, 6, 3, 7}}, {'u', {0, 5, 5, 5, 7}}, {'v', {0, 5, 5, 5, 2}},
    {'w', {0, 5, 5, 7, 7}}, {'x', {0, 5, 2, 2, 5}}, {'y', {5, 5, 7, 1, 7}}, {'k', {4, 5, 6, 6, 5}},
    {'z', {0, 7, 1, 4, 7}}, {'H', {5, 5, 7, 5, 5}}};

bool is_set(const glyph& each, std::size_t x, std::size_t y) {
    return (each.rows[y / scale] >> (glyph_columns - 1 - x / scale) & 1) != 0;
}

}  // namespace

void canvas::point(std::ptrdiff_t x, std::ptrdiff_t y, const rgb8& colour) {
    if (x < 0 || y < 0) return;
    const auto column = static_cast<std::size_t>(x), row = static_cast<std::size_t>(y);
    if (column >= image_.width || row >= image_.height) return;
    std::copy(colour.begin(), colour.end(),
              image_.bytes.begin() + static_cast<std::ptrdiff_t>(3 * (row * image_.width + column)));
}

void canvas::line(double x1, double y1, double x2, double y2, const rgb8& colour) {
    const double steps = std::max({std::ceil(std::abs(x2 - x1)), std::ceil(std::abs(y2 - y1)), 1.0});
    for (double k = 0; k <= steps; ++k)
        point(std::lround(x1 + (x2 - x1) * k / steps), std::lround(y1 + (y2 - y1) * k / steps), colour);
}

void canvas::text(std::ptrdiff_t x, std::ptrdiff_t y, const std::string& words, bool upward) {
    std::ptrdiff_t along = 0;
    for (const char character : words) {
        for (const glyph& each : glyphs) {
            if (each.character != character) continue;
            for (std::size_t row = 0; row < glyph_rows * scale; ++row)
                for (std::size_t column = 0; column < glyph_columns * scale; ++column) {
                    if (!is_set(each, column, row)) continue;
                    const auto right = along + static_cast<std::ptrdiff_t>(column);
                    const auto down = static_cast<std::ptrdiff_t>(row);
                    upward ? point(x + down, y - right) : point(x + right, y + down);
                }
        }
        along += glyph_width;
    }
}

}  // namespace stockham::tools
