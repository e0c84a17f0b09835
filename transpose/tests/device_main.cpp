// The device tests' program. They fail if there is no OpenCL device: STOCKHAM_DEVICE chooses among several.
#define BOOST_TEST_MODULE transpose_device
#include <boost/test/unit_test.hpp>
