// The report's HTML page: one file, no script, nothing loaded from elsewhere.
#pragma once

#include <string>
#include <vector>

#include "comparison.hpp"

namespace bench::report {

// `runs`: what the files say of the commands that made them, one line each.
std::string report_page(const std::vector<device_group>& groups, const std::vector<std::string>& warnings,
                        const std::vector<std::string>& runs = {});

// The page's style sheet: light and dark, narrow and wide.
const char* page_style();

}  // namespace bench::report
