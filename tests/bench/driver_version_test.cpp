// The driver's version in result rows of the CUDA rivals.
#include <boost/test/unit_test.hpp>

#include "plugins/driver_version.hpp"

BOOST_AUTO_TEST_CASE(the_driver_version_is_not_the_name_of_the_architecture) {
    BOOST_TEST(
        module_version("NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.104.05  Sat Aug 19 01:15:15 UTC 2023") ==
        "535.104.05");
    BOOST_TEST(module_version("NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.159.04  Release Build\n"
                              "GCC version:  gcc version 12.2.0\n") == "580.159.04");
    BOOST_TEST(module_version("").empty());
    BOOST_TEST(module_version("NVRM version: NVIDIA UNIX Open Kernel Module for x86_64\nGCC version:  12.2.0").empty());
}
