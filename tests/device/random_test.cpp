// Random problems on the device from a printed seed: few kernels (the runtime must compile each), many layouts.
#include <boost/test/unit_test.hpp>

#include "support/on_device.hpp"
#include "support/seed.hpp"
#include "tools/harness/oracle/random_problem.hpp"

BOOST_AUTO_TEST_SUITE(random_test)

using stockham::transform;

namespace {

constexpr int kernels = 15;  // sets of kernels
constexpr int layouts = 4;

}  // namespace

BOOST_AUTO_TEST_CASE(random_problems) {
    const unsigned seed = test_seed();
    std::mt19937 generator(seed);
    const auto devices = everyone();
    for (int k = 0; k < kernels; ++k) {
        auto base = random_problem(generator, 1 << 14);
        if (base.precision == stockham::precision::f64 && !test_device::get().has_double)
            base.precision = stockham::precision::f32;
        if (base.input.strides.empty()) base.input = random_layout(base, generator);
        if (base.output.strides.empty()) base.output = random_layout(base, generator);
        const auto& device = devices[static_cast<std::size_t>(k) % devices.size()];
        for (int layout = 0; layout < layouts; ++layout) {
            BOOST_TEST_INFO("STOCKHAM_TEST_SEED=" << seed << ", kernels " << k << ", layout " << layout);
            const auto t = varied(base, generator);
            check_on_device(t, seed + static_cast<unsigned>(layout), {device});
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
