// The seed of random tests. It is printed so that a failure can be reproduced.
#pragma once

#include <cstdlib>
#include <string>

#include <boost/test/unit_test.hpp>

/// The seed from STOCKHAM_TEST_SEED, or a constant.
inline unsigned test_seed() {
    const char* preset = std::getenv("STOCKHAM_TEST_SEED");
    const unsigned seed = preset && *preset ? static_cast<unsigned>(std::stoul(preset)) : 20261121U;
    BOOST_TEST_MESSAGE("STOCKHAM_TEST_SEED=" << seed);
    return seed;
}
