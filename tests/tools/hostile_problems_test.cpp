// Planning makes no table: each problem string of a list is planned or refused within a second and 200 MB, for
// described devices. command_test.cpp plans some of them for a device.
#include "hostile_problems.hpp"

#include <cstddef>

using namespace stockham::tools::test;

BOOST_AUTO_TEST_SUITE(hostile_problems_test)

BOOST_AUTO_TEST_CASE(planned_or_refused_at_once) {
    const auto all = hostile_problems();
    BOOST_TEST(all.size() > 40U);
    // A sanitizer takes minutes for all.
    for (std::size_t k = 0; k < all.size(); k += built_slow ? 8 : 1) BOOST_TEST_CONTEXT(all[k]) {
            const auto& problem = all[k];
            check_cost_of_plan(problem, {"--for", "cpu", "--cost", "--why"});
            check_cost_of_plan(problem, {"--for", "h200"});
            check_cost_of_plan(problem, {"--for", "h200", "--files", "--memory", "4G,16G"});
        }
}

BOOST_AUTO_TEST_SUITE_END()
