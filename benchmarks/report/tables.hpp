// The report's tables as HTML.
#pragma once

#include <string>
#include <vector>

#include "comparison.hpp"

namespace bench::report {

using case_list = std::vector<const case_entry*>;

// What was measured on what: device, driver, hosts, days, library versions.
std::string environment_table(const device_group& group);

// Ours against each rival over all cases.
std::string summary_table(const std::vector<rival_summary>& summaries);

// One row a case: time, ratio to the copy and our speed-up for each library.
std::string times_table(const case_list& cases, const std::vector<std::string>& libraries, const std::string& caption);

// One row a case and library, with everything the files say.
std::string figures_table(const case_list& cases, const std::string& caption);

// Rows that have no result or a wrong one, by library and reason; empty if there are none.
std::string failures_table(const device_group& group);

// What papers state beside what was measured; empty if the suite quotes none.
std::string stated_table(const suite_group& suite);

}  // namespace bench::report
