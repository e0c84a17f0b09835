// The main() of each test program here.
#define BOOST_TEST_MODULE stockham_tools
#include <boost/test/unit_test.hpp>
