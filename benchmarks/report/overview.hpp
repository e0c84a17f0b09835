// One line per suite of result files, in Markdown.
#pragma once

#include <string>
#include <vector>

#include "results.hpp"

namespace bench::report {

// One table per device. A line has the geometric mean of each rival's time over ours, the least ratio of the best
// rivals with its case, and the command and commit of the first run. Suites that no rival ran have no line.
std::string overview_tables(const std::vector<results_file>& files);

}  // namespace bench::report
