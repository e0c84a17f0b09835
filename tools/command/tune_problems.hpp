// Which problems `stockham tune` can search, and what it says of the others.
#pragma once

#include <vector>

#include <stockham/transform.hpp>

#include "tools/harness/suite.hpp"

namespace stockham::tools {

/// Searches measure data that lie in one buffer a side, in the precision of the arithmetic; other plans are the
/// estimate's.
bool is_searched(const transform& t);

/// The problems that can be tuned; of the others a remark says why they are passed over. One that was given by itself
/// and cannot be computed at all is an error.
std::vector<harness::suite_case> searchable(const std::vector<harness::suite_case>& problems);

}  // namespace stockham::tools
