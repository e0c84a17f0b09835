// Every power of two against FFTW in long double at the accuracy gate, with plans for this device and the AMD cards:
// short ones with all, long ones with one of them in turn, another one in each precision.
#include <boost/test/unit_test.hpp>

#include "support/on_device.hpp"

BOOST_AUTO_TEST_SUITE(accuracy_test)

using stockham::precision;
using stockham::transform;

namespace {

/// Lengths 2^first .. 2^last. Short ones are batched, so that at least 64 transforms are pooled.
void powers_of_two(precision p, unsigned first, unsigned last) {
    for (unsigned bits = first; bits <= last; ++bits) {
        transform t;
        t.lengths = {std::size_t{1} << bits};
        t.batch = bits < 6 ? 67 : bits < 12 ? 5 : 1;
        t.precision = p;
        t.placement = bits % 2 ? stockham::placement::in_place : stockham::placement::out_of_place;
        t.direction = bits % 3 ? stockham::direction::forward : stockham::direction::inverse;
        check_on_device(t, bits, bits < 10 ? everyone() : in_turn(everyone(), bits + (p == precision::f64)));
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(small)
BOOST_AUTO_TEST_CASE(short_f32) {
    powers_of_two(precision::f32, 0, 9);
}
BOOST_AUTO_TEST_CASE(short_f64) {
    powers_of_two(precision::f64, 0, 9);
}
BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(f32)
BOOST_AUTO_TEST_CASE(long_f32) {
    powers_of_two(precision::f32, 10, 22);
}
BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_CASE(long_f64) {
    powers_of_two(precision::f64, 10, 22);
}

BOOST_AUTO_TEST_SUITE_END()
