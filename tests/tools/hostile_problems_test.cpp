// Planning makes no table: each problem string of a list is planned or refused within seconds and 200 MB, for described
// devices.
#include <cstdlib>
#include <fstream>

#include "inputs.hpp"
#include "support/built_slow.hpp"
#include "support/limited_child.hpp"

using namespace stockham::tools::test;

BOOST_AUTO_TEST_SUITE(hostile_problems)

namespace {

std::vector<std::string> problems() {
    std::ifstream file(std::string(STOCKHAM_SOURCE_DIR) + "/tests/tools/hostile_problems.txt");
    std::vector<std::string> all;
    for (std::string line; std::getline(file, line);)
        if (!line.empty() && line.front() != '#') all.push_back(line);
    return all;
}

/// A child is charged for the memory of the test that forks it, too: 500 MB with AddressSanitizer.
constexpr long most_megabytes = built_slow ? 1000 : 200;

/// On a busy virtual machine a process may be charged for a hundred times what it needs, so a dear one is tried again.
void check_plan(const std::string& problem, const std::vector<std::string>& options) {
    std::vector<std::string> words{build_folder() + "/stockham", "plan", problem};
    words.insert(words.end(), options.begin(), options.end());
    constexpr double most_seconds = 4, hopeless = 10;  // alone on a machine: 0.02 to 0.5
    auto cost = cost_of(words);
    for (int left = 3; left > 0 && cost.seconds >= most_seconds && cost.seconds < hopeless; --left)
        cost = cost_of(words);
    BOOST_TEST((cost.code == 0 || cost.code == 1 || cost.code == 2), "ended with " << cost.code);
    BOOST_TEST(cost.seconds < most_seconds);
    BOOST_TEST(cost.megabytes < most_megabytes);
}

}  // namespace

BOOST_AUTO_TEST_CASE(planned_or_refused_at_once) {
    const auto all = problems();
    BOOST_TEST(all.size() > 40U);
    bool files = false;
    for (const auto& problem : all) BOOST_TEST_CONTEXT(problem) {
            check_plan(problem, {"--for", "cpu", "--cost", "--why"});
            if (files)
                check_plan(problem, {"--for", "h200", "--files", "--memory", "4G,16G"});
            else
                check_plan(problem, {"--for", "h200"});
            files = !files;
        }
}

BOOST_AUTO_TEST_SUITE_END()
