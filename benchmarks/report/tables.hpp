// The report's tables as HTML.
#pragma once

#include <string>
#include <vector>

#include "comparison.hpp"
#include "summary.hpp"

namespace bench::report {

// The measurements' environment: device, driver, hosts, days, library versions.
std::string environment_table(const device_group& group);

// Ours against each rival and against the best one of each case: first rivals with our API, then the others.
std::string summary_table(const std::vector<side_summary>& sides);

// One row per case: working set, our launches, and for each library, by API, its time, ratio to the copy and our
// speed-up.
std::string times_table(const case_list& cases, const std::vector<std::string>& libraries, const std::string& caption);

// One row per case and library, with all figures of the files.
std::string figures_table(const case_list& cases, const std::string& caption);

// Rows without a result or with a wrong one, by library and reason; empty if there are none.
std::string failures_table(const device_group& group);

// Figures from papers beside the measured ones; empty if the suite quotes none.
std::string stated_table(const suite_group& suite);

}  // namespace bench::report
