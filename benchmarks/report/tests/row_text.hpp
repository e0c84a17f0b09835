// Rows as a results file has them, for the tests: what the harness would write.
#pragma once

#include <string>

#include "results.hpp"

namespace bench::report::tests {

// One line of a file, with its newline.
std::string row_text(const result_row& row);

}  // namespace bench::report::tests
