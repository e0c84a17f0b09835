// The report's HTML page: one file, no script, nothing loaded from elsewhere.
#pragma once

#include <string>
#include <vector>

#include "comparison.hpp"

namespace bench::report {

std::string report_page(const std::vector<device_group>& groups, const std::vector<std::string>& warnings);

// The page's style sheet: light and dark, narrow and wide.
const char* page_style();

}  // namespace bench::report
