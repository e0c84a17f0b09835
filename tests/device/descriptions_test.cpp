// The very kernels that an AMD card would get: planned for its description, run on this device.
#define BOOST_TEST_MODULE descriptions
#include <boost/test/unit_test.hpp>

#include "support/on_device.hpp"
#include "support/shapes.hpp"

namespace {

/// Skips nothing but what this device cannot hold: more local memory or work-items than it has.
void check_for(const char* description, std::initializer_list<const char*> shapes) {
    const auto limits = stockham::named_description(description);
    stockham::plan_options options;
    options.plan_for = &limits;
    each_shape(shapes, [&](const auto& t) { check_on_device(t, 3, options); });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(small)
BOOST_AUTO_TEST_CASE(evergreen_small) { check_for("evergreen", small_shapes); }
BOOST_AUTO_TEST_CASE(gfx90a_small) { check_for("gfx90a", small_shapes); }
BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_CASE(evergreen_large) { check_for("evergreen", large_shapes); }
BOOST_AUTO_TEST_CASE(gfx90a_large) { check_for("gfx90a", large_shapes); }
