// SVG plots: lines against size, and rows of dots for cases that no axis orders.
//
// A plot is drawn 440 units wide, about the width of a phone, so that its text stays readable there; colours and text
// sizes are CSS classes of page_style.cpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "axis.hpp"
#include "look.hpp"

namespace bench::report {

struct mark {
    double position = 0;  // the size, or the number of the row
    double value = 0;
    double low = 0;  // the quartiles; both the value if there are none
    double high = 0;
    std::string note;      // what pointing at it says; not yet escaped
    bool flagged = false;  // a result that is wrong
    bool mean = false;     // stands for all others of its row
};

struct plot_series {
    library_look look;
    std::vector<mark> marks;
};

// A limit that values should keep, as a line: the error gate, the copy's 100 %, the rival's 1×.
struct limit_point {
    double position = 0;
    double value = 0;
};

struct chart {
    std::string title;
    std::string description;
    quantity shown = quantity::time;
    std::vector<plot_series> series;  // drawn in reverse, so that the first lies on top
    std::optional<double> limit;
    std::vector<limit_point> limit_line;
};

bool is_empty(const chart& drawn);

// Sizes in rising order, each with its label.
std::string line_chart(const chart& drawn, const std::vector<tick>& sizes);

// One line a row, from the top; within a row each series has its own height, unless there is only one a row.
std::string dot_chart(const chart& drawn, const std::vector<std::string>& rows, bool one_series_a_row = false);

// A small sample of a series for a legend.
std::string legend_swatch(const library_look& look);

}  // namespace bench::report
