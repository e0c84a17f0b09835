// Boost.Test from its headers, for targets whose libraries are not installed: the tests' main().
#include <boost/test/included/unit_test.hpp>
