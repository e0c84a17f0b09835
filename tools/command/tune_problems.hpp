// Selects the problems that `stockham tune` can search and reports the others.
#pragma once

#include <vector>

#include <stockham/transform.hpp>

#include "tools/harness/suite.hpp"

namespace stockham::tools {

/// Searches support interleaved data in single and double precision; other problems get the estimated plan.
bool is_searched(const transform& t);

/// The problems that can be tuned; a remark tells why others are skipped. Throws unsupported_error for a problem that
/// was given directly (not by a suite) and that the library cannot compute, and job_error if no problem can be tuned.
std::vector<harness::suite_case> searchable(const std::vector<harness::suite_case>& problems);

}  // namespace stockham::tools
