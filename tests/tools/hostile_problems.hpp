// A list of hostile problem strings, and the limits of planning one.
#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "inputs.hpp"
#include "support/built_slow.hpp"
#include "support/limited_child.hpp"

namespace stockham::tools::test {

inline std::vector<std::string> hostile_problems() {
    std::ifstream file(std::string(STOCKHAM_SOURCE_DIR) + "/tests/tools/hostile_problems.txt");
    std::vector<std::string> all;
    for (std::string line; std::getline(file, line);)
        if (!line.empty() && line.front() != '#') all.push_back(line);
    return all;
}

/// `stockham plan` ends by itself, within a processor second and 200 MB. On a busy virtual machine a process may be
/// charged for a hundred times what it needs, so a dear one is tried again. A child is charged for the memory of the
/// test that forks it, too: 500 MB with AddressSanitizer.
inline void check_cost_of_plan(const std::string& problem, const std::vector<std::string>& options) {
    constexpr double most_seconds = built_slow ? 4 : 1, hopeless = 10;  // alone on a machine: 0.02 to 0.5
    constexpr long most_megabytes = built_slow ? 1000 : 200;
    std::vector<std::string> words{build_folder() + "/stockham", "plan", problem};
    words.insert(words.end(), options.begin(), options.end());
    auto cost = cost_of(words);
    for (int left = 3; left > 0 && cost.seconds >= most_seconds && cost.seconds < hopeless; --left)
        cost = cost_of(words);
    BOOST_TEST((cost.code == 0 || cost.code == 1 || cost.code == 2), "ended with " << cost.code);
    BOOST_TEST(cost.seconds < most_seconds);
    BOOST_TEST(cost.megabytes < most_megabytes);
}

}  // namespace stockham::tools::test
