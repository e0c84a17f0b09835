// The test runner.
#define BOOST_TEST_MODULE stockham_bench
#include <boost/test/unit_test.hpp>
