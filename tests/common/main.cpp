// The test runner.
#define BOOST_TEST_MODULE stockham_common
#include <boost/test/unit_test.hpp>
