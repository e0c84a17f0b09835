// The table of what each launch takes, as text.
#pragma once

#include <string>
#include <vector>

#include "rows.hpp"
#include "target.hpp"

namespace bench {

/// `usages` belong to the list's kernels, or are empty where nothing compiled them. The head's lines begin with #, and
/// so does the summary. `origin` stands above all: run_comment().
std::string table_text(const kernel_list&, const std::vector<kernel_usage>& usages, const kernel_target&,
                       const std::string& origin);

}  // namespace bench
