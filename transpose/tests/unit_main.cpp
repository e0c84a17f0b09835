// The unit tests' program: no device needed.
#define BOOST_TEST_MODULE transpose_unit
#include <boost/test/unit_test.hpp>
