// Title, colour and marker of each library, the same everywhere on a page.
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

// Known libraries in a fixed order, grouped by API, then unknown ones by name. An unknown library has one look per
// page.
library_look look_of(const std::string& library);
bool is_copy(const std::string& library);
bool is_ours(const std::string& library);  // our library, or a variant of it such as "stockham-radix-8"
std::vector<std::string> in_reading_order(std::vector<std::string> libraries);

}  // namespace bench::report
