// Random transforms along some axes of random arrays, on the device, against FFTW's guru interface in long double.
#include <boost/test/unit_test.hpp>

#include <cstdlib>

#include "support/guru.hpp"
#include "support/on_device.hpp"
#include "support/random_loops.hpp"
#include "support/seed.hpp"

BOOST_AUTO_TEST_SUITE(loops_run_test)

namespace {

int problems() {
    const char* wanted = std::getenv("STOCKHAM_TEST_PROBLEMS");
    return wanted && *wanted ? std::atoi(wanted) : 12;
}

/// The trial that FFTW's guru interface provides. Pruned transforms use the other oracle.
device_trial guru_trial(const stockham::transform& t, std::mt19937& g) {
    auto made = make_trial(t, g);
    if (!t.nonzero.empty() || !t.wanted.empty()) return made;
    const auto input = to_elements(made.input, kind_of(t, true));
    made.wanted = reference::by_guru(t, input, to_elements(made.output, kind_of(t, false)));
    return made;
}

}  // namespace

BOOST_AUTO_TEST_CASE(random_arrays) {
    const unsigned seed = test_seed();
    const auto& d = test_device::get();
    for (int count = 0; count < problems(); ++count) {
        std::mt19937 g(seed + static_cast<unsigned>(count));  // so that each one can be repeated quickly
        auto t = random_loops(g, 1 << 12);
        if (t.precision == stockham::precision::f64 && !d.has_double) t.precision = stockham::precision::f32;
        BOOST_TEST_CONTEXT("STOCKHAM_TEST_SEED=" << seed + static_cast<unsigned>(count) << ": " << to_string(t)) {
            try {
                check_trial(stockham::plan(d.context, d.device, t), guru_trial(t, g));
            } catch (const std::exception& e) {
                BOOST_ERROR(e.what());
            }
        }
    }
}

/// Eleven loops, of which one launch covers six; also on an out-of-order queue.
BOOST_AUTO_TEST_CASE(more_loops_than_a_launch_numbers) {
    auto t = stockham::parse_transform("c2c f32 16");
    std::size_t stride = 17;
    for (std::size_t n : {2, 3, 2, 2, 2, 2, 2, 2, 2, 2, 3}) {
        t.loops.push_back({n, stride, stride});
        stride = stride * n + 1;
    }
    std::mt19937 g(5);
    const auto made = guru_trial(t, g);
    const stockham::plan plan(test_device::get().context, test_device::get().device, t);
    BOOST_TEST(plan.launches() > 1U);
    check_trial(plan, made);
}

BOOST_AUTO_TEST_SUITE_END()
