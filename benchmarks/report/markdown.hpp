// The README's table, made from result files.
#pragma once

#include <string>
#include <vector>

#include "comparison.hpp"

namespace bench::report {

// The cases that a reader of a README looks for; other result files name their own.
const std::vector<std::string>& readme_cases();

// One table a device: the chosen cases in their order (of each, whatever suites and placements were measured, once),
// each library's time and, in brackets, its ratio to the copy. Devices that measured none of the cases are left out.
// Throws results_error if no device measured one.
std::string markdown_tables(const std::vector<device_group>& groups, const std::vector<std::string>& chosen);

}  // namespace bench::report
