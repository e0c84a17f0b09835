// Lines and short texts in pictures.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "image/picture.hpp"

namespace stockham::tools {

using rgb8 = std::array<std::uint8_t, 3>;
constexpr rgb8 black{0, 0, 0};

/// Draws on 8-bit RGB. Points outside the picture are ignored.
class canvas {
  public:
    /// Size of a character with the space behind it, in pixels.
    static constexpr std::size_t glyph_width = 8, glyph_height = 10;

    explicit canvas(picture& image) : image_(image) {}

    void point(std::ptrdiff_t x, std::ptrdiff_t y, const rgb8& colour = black);
    void line(double x1, double y1, double x2, double y2, const rgb8& colour = black);

    /// Writes digits and the characters . - + / and a few letters; others are left blank. (x, y) is the
    /// upper left corner of the text. With `upward` the text runs from bottom to top, and (x, y) is its lower left
    /// corner.
    void text(std::ptrdiff_t x, std::ptrdiff_t y, const std::string& words, bool upward = false);

  private:
    picture& image_;
};

}  // namespace stockham::tools
