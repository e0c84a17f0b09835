// Drawings of lines, texts and images, as SVG or, by cairo, as a picture.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "image/picture.hpp"

namespace stockham::tools {

/// Points of 1/96 inch, from the upper left corner to the right and downward.
struct sheet_point {
    double x, y;
};

struct drawn_path {
    std::vector<sheet_point> places;
    std::uint32_t colour;  ///< 0xrrggbb
    double width;          ///< of the line, whose ends are round; 0: the path is a filled polygon
};

struct drawn_text {
    sheet_point at;
    std::string text;     ///< UTF-8 without the characters of markup
    double share;         ///< of the text that lies before `at`: 0, 0.5 or 1
    bool upward = false;  ///< the text is turned about `at`
};

/// 8-bit grey or RGB, stretched without smoothing.
struct drawn_image {
    sheet_point corner, size;
    picture pixels;
};

/// Later parts cover earlier ones; below all of them is white.
struct drawing {
    sheet_point size = {0, 0};
    std::vector<std::variant<drawn_path, drawn_text, drawn_image>> parts;
};

constexpr double font_size = 13, pixels_per_point = 2;

/// Texts stay texts; images are embedded as PNG.
std::string svg_of(const drawing&);

/// 8-bit RGB with pixels_per_point. Throws job_error, also if this build is without cairo.
picture picture_of(const drawing&);

}  // namespace stockham::tools
