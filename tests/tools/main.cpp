// The main() of each test program here.
#include <boost/test/unit_test.hpp>
