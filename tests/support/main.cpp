// The entry point of all test programs that use Boost.Test. With STOCKHAM_BOOST_TEST_FROM_HEADERS it also compiles
// Boost.Test, for targets without its library.
#define BOOST_TEST_MODULE stockham
#ifdef STOCKHAM_BOOST_TEST_FROM_HEADERS
#include <boost/test/included/unit_test.hpp>
#else
#include <boost/test/unit_test.hpp>
#endif
