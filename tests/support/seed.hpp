// The seed of random tests, printed so that a failure can be reproduced, and their number of problems.
#pragma once

#include <cstdlib>
#include <string>

#include <boost/test/unit_test.hpp>

/// True if STOCKHAM_TEST_SEED chooses the seed, as scripts/campaign.sh does.
inline bool has_chosen_seed() {
    const char* chosen = std::getenv("STOCKHAM_TEST_SEED");
    return chosen && *chosen;
}

/// How many random problems a test tries whose problems each compile kernels: all with a chosen seed, else a third.
inline int problem_count(int all) {
    return has_chosen_seed() ? all : all / 3;
}

/// The seed from STOCKHAM_TEST_SEED, or a constant.
inline unsigned test_seed() {
    const unsigned seed =
        has_chosen_seed() ? static_cast<unsigned>(std::stoul(std::getenv("STOCKHAM_TEST_SEED"))) : 20261121U;
    BOOST_TEST_MESSAGE("STOCKHAM_TEST_SEED=" << seed);
    return seed;
}
