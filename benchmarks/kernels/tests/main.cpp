// The entry point of the kernel table's tests.
#define BOOST_TEST_MODULE bench_kernels
#include <boost/test/unit_test.hpp>
