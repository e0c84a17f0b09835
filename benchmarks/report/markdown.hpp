// The README's table, made from result files.
#pragma once

#include <string>
#include <vector>

#include "comparison.hpp"

namespace bench::report {

// The cases that a reader of a README looks for; other result files name their own.
const std::vector<std::string>& readme_cases();

// One table a device: the chosen cases in their order (of each, whatever suites and placements were measured, once),
// its working set, our launches, and each library's time, by API, with its ratio to the copy in brackets; below, the
// means against the best rivals. Devices that measured none of the cases are left out. Throws results_error if no
// device measured one.
std::string markdown_tables(const std::vector<device_group>& groups, const std::vector<std::string>& chosen);

}  // namespace bench::report
