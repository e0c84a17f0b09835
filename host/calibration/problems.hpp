// The problems that a calibration measures: some to fit the profile's numbers, others to judge the profile.
#pragma once

#include <string>
#include <vector>

namespace stockham::internal {

using problem_list = std::vector<std::string>;

/// Problems of one pass: their times give a GPU's exchanges, or a CPU's stages and gathers.
const problem_list& fitted_passes(bool lanes);

/// Problems whose plans stay in a GPU's cache: their times give what passes wait for there.
const problem_list& fitted_in_cache();

/// Problems for predictions and comparisons. Nearly all of them are in neither list above: three in four have 0.5 to
/// 10 MB on each side and stay in a large GPU's cache, the others have 64 MiB and do not.
const problem_list& judged_problems();

}  // namespace stockham::internal
