// Planning makes no table: each problem string of a list is planned or refused within one processor second and 200 MB,
// for described devices, and a real device compiles kernels but makes no table, either.
#include <cstdlib>
#include <fstream>

#include "inputs.hpp"
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

child_cost plan(const std::string& problem, const std::vector<std::string>& options) {
    std::vector<std::string> words{build_folder() + "/stockham", "plan", problem};
    words.insert(words.end(), options.begin(), options.end());
    const auto cost = cost_of(words);
    BOOST_TEST((cost.code == 0 || cost.code == 1 || cost.code == 2), "ended with " << cost.code);
    return cost;
}

}  // namespace

BOOST_AUTO_TEST_CASE(planned_or_refused_at_once) {
    const auto all = problems();
    BOOST_TEST(all.size() > 40U);
    const std::vector<std::vector<std::string>> ways{
        {"--for", "cpu", "--cost", "--why"}, {"--for", "h200"}, {"--for", "h200", "--files", "--memory", "4G,16G"}};
    for (const auto& problem : all)
        for (const auto& options : ways)
            BOOST_TEST_CONTEXT(problem << " " << options[1] << (options.size() > 4 ? " --files" : "")) {
                const auto cost = plan(problem, options);
                BOOST_TEST(cost.seconds < 1);
                BOOST_TEST(cost.megabytes < 200);
            }
}

BOOST_AUTO_TEST_SUITE_END()
