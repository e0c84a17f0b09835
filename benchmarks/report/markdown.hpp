// Tables of times in Markdown, made from result files.
#pragma once

#include <string>
#include <vector>

#include "comparison.hpp"

namespace bench::report {

// One table per device with the chosen cases in order, each placement once, or with all cases if none is chosen:
// working set, our launches, and each library's time, by API, with its ratio to the copy in brackets. Below it are the
// means against the best rivals. Devices without any of the cases are omitted. Throws results_error if no device has
// one.
std::string markdown_tables(const std::vector<device_group>& groups, const std::vector<std::string>& chosen);

}  // namespace bench::report
