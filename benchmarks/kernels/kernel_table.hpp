// The table of each launch's resources as text.
#pragma once

#include <string>
#include <vector>

#include "rows.hpp"
#include "target.hpp"

namespace bench {

/// `usages` are those of the list's kernels, or empty if they were not compiled. Lines of the head and of the summary
/// begin with #. `origin` comes first: run_comment().
std::string table_text(const kernel_list&, const std::vector<kernel_usage>& usages, const kernel_target&,
                       const std::string& origin);

}  // namespace bench
