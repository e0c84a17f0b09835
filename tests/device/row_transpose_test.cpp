// Row FFT, transpose, row FFT, transpose, demanded by name: every shape of the other tests with at least two axes, in
// both precisions, with plans for this device and the AMD cards in turn.
#include <boost/test/unit_test.hpp>

#include "support/on_device.hpp"
#include "support/shapes.hpp"

BOOST_AUTO_TEST_SUITE(row_transpose_test)

using stockham::precision;

namespace {

void demand(precision p, std::initializer_list<const char*> shapes) {
    std::size_t turn = p == precision::f32 ? 0 : 1;  // both precisions have another plan
    each_shape(shapes, [&](stockham::transform t) {
        if (t.lengths.size() < 2) return;
        t.precision = p;
        t.algorithm = "row_transpose";
        check_on_device(t, 11, in_turn(everyone(), turn++));
    });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(f64)
BOOST_AUTO_TEST_CASE(small_f64) {
    demand(precision::f64, small_shapes);
}
BOOST_AUTO_TEST_CASE(large_f64) {
    demand(precision::f64, large_shapes);
}
BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_CASE(small_f32) {
    demand(precision::f32, small_shapes);
}
BOOST_AUTO_TEST_CASE(large_f32) {
    demand(precision::f32, large_shapes);
}

BOOST_AUTO_TEST_SUITE_END()
