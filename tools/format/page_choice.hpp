// The pages of a stack to read: numbers along its axes, from 1 as in ImageJ.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "format/metadata.hpp"
#include "format/stack_axes.hpp"

namespace stockham::tools {

/// Every `step`-th number from `first` to `last`.
struct number_range {
    std::size_t first = 1, last = 1, step = 1;
};

/// Numbers along an axis: 'T', 'Z' or 'C', or '?' for the pages in their order in the file.
struct axis_choice {
    char axis;
    std::vector<number_range> ranges;
};
using page_choice = std::vector<axis_choice>;

/// Reads a list such as "2", "3-7", "5-" (to the end), "1-9-2" (every second one) or "1,4-6", as in ImageJ's Make
/// Substack; nothing for another text.
std::optional<std::vector<number_range>> read_ranges(const std::string& text);

struct chosen_pages {
    std::vector<std::size_t> pages;  ///< indices in the file, from 0, ascending
    stack_axes axes;                 ///< those of the chosen pages
    std::string uneven;              ///< names of axes along which the chosen pages do not follow each other
};

/// Chooses among `pages` pages with these axes. An axis that a file with named axes does not have has length 1. Throws
/// job_error, with `name`, for a number that an axis does not have, and for names of axes where the file has none.
chosen_pages choose_pages(const page_choice&, const stack_axes&, std::size_t pages, const std::string& name);

/// Makes the description that of the chosen pages: ImageJ's lines, for which others are left out.
void restate_choice(picture_metadata&, const chosen_pages&);

}  // namespace stockham::tools
