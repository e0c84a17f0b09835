// How each library is named, coloured and marked wherever it appears, so that a reader learns it once.
#pragma once

#include <string>
#include <vector>

namespace bench::report {

constexpr char our_library[] = "stockham";

enum class marker { circle, square, triangle, diamond, wedge, cross };

struct library_look {
    std::string library;
    std::string title;  // as its makers write it
    std::string style;  // a CSS class of page_style.cpp: colour and dashes
    marker shape = marker::circle;
    bool is_copy = false;
};

// The known ones in their fixed order, those of one API side by side, then strangers by name; a stranger keeps its look
// throughout a page.
library_look look_of(const std::string& library);
bool is_copy(const std::string& library);
bool is_ours(const std::string& library);  // our library, or a variant of it such as "stockham-radix-8"
std::vector<std::string> in_reading_order(std::vector<std::string> libraries);

}  // namespace bench::report
