// Shapes, layouts and placements on the device, in the kernels of its own plans.
#include <boost/test/unit_test.hpp>

#include "support/on_device.hpp"
#include "support/shapes.hpp"

BOOST_AUTO_TEST_SUITE(shapes_test)

BOOST_AUTO_TEST_SUITE(small)
BOOST_AUTO_TEST_CASE(shapes_small) {
    each_shape(small_shapes, [](const auto& t) { check_on_device(t, 1); });
}
BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_CASE(shapes_large) {
    each_shape(large_shapes, [](const auto& t) { check_on_device(t, 2); });
}

BOOST_AUTO_TEST_SUITE_END()
