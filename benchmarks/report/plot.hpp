// SVG plots: lines against size, and rows of dots for cases without an order.
//
// A plot is 440 units wide, about the width of a phone, so that its text stays readable there. Colours and text sizes
// are CSS classes of page_style.cpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "axis.hpp"
#include "look.hpp"

namespace bench::report {

struct mark {
    double position = 0;  // the size, or the row's number
    double value = 0;
    double low = 0;  // the quartiles, or the value if there are none
    double high = 0;
    std::string note;      // tooltip, not escaped
    bool flagged = false;  // a wrong result
    bool mean = false;     // the mean of its row
};

struct plot_series {
    library_look look;
    std::vector<mark> marks;
};

// A reference line: the error gate, the copy's 100 %, the rival's 1×.
struct limit_point {
    double position = 0;
    double value = 0;
};

struct chart {
    std::string title;
    std::string description;
    quantity shown = quantity::time;
    std::vector<plot_series> series;  // drawn in reverse order, so that the first is on top
    std::optional<double> limit;
    std::vector<limit_point> limit_line;
};

bool is_empty(const chart& drawn);

// Sizes in ascending order, each with its label.
std::string line_chart(const chart& drawn, const std::vector<tick>& sizes);

// One line per row, from the top. Within a row each series has its own height, unless rows have only one.
std::string dot_chart(const chart& drawn, const std::vector<std::string>& rows, bool one_series_a_row = false);

// A small sample of a series for a legend.
std::string legend_swatch(const library_look& look);

}  // namespace bench::report
