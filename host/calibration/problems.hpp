// The problems that a calibration measures: some to fit the profile, others to validate it.
#pragma once

#include <string>
#include <vector>

namespace stockham::internal {

using problem_list = std::vector<std::string>;

/// Problems of one pass, to fit the stages and gathers of a CPU.
const problem_list& fitted_passes();

/// Problems whose plans stay in the cache of a large GPU, to fit the latencies of passes there.
const problem_list& fitted_in_cache();

/// Problems of 64 MiB per side, to fit what passes add to moving data to and from memory.
const problem_list& fitted_beyond_cache();

/// Problems for predictions and comparisons, nearly all in neither list above. Three in four have 0.5 to 10 MB per side
/// and stay in the cache of a large GPU; the others have 64 MiB.
const problem_list& judged_problems();

}  // namespace stockham::internal
