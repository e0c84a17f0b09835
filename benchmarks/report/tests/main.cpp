// The entry point of the report's tests.
#define BOOST_TEST_MODULE bench_report
#include <boost/test/unit_test.hpp>
