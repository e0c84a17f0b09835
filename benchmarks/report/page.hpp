// The report's HTML page: one file without scripts or external resources.
#pragma once

#include <string>
#include <vector>

#include "comparison.hpp"

namespace bench::report {

// `runs`: the commands that made the files, one line each.
std::string report_page(const std::vector<device_group>& groups, const std::vector<std::string>& warnings,
                        const std::vector<std::string>& runs = {});

// The page's style sheet, for light and dark mode and for narrow and wide screens.
const char* page_style();

}  // namespace bench::report
