// Rows as the harness writes them to a result file, for tests.
#pragma once

#include <string>

#include "results.hpp"

namespace bench::report::tests {

// One line of a file, with its newline.
std::string row_text(const result_row& row);

}  // namespace bench::report::tests
