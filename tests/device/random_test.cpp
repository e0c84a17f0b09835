// Random problems on the device from a printed seed: few kernels (the runtime must compile each), many layouts.
#include <boost/test/unit_test.hpp>

#include "support/on_device.hpp"
#include "support/random_problem.hpp"
#include "support/seed.hpp"

BOOST_AUTO_TEST_SUITE(random_test)

using stockham::transform;

namespace {

constexpr int kernels = 15;  // sets of kernels
constexpr int layouts = 4;

/// Moves the transforms of one side apart and away from the start of the buffer. Kernels take these distances as
/// arguments.
void spread(stockham::layout& l, std::mt19937& g) {
    l.distance += g() % 9;
    l.offset = g() % 100;
    const std::size_t factor = 1 + g() % 3;
    for (auto& stride : l.strides) stride *= factor;
    l.distance *= factor;
}

transform varied(const transform& base, std::mt19937& g) {
    for (;;) {
        auto t = base;
        spread(t.input, g);
        spread(t.output, g);
        if (t.placement == stockham::placement::in_place) t.output = t.input;
        if (t.batch > 2) t.batch -= g() % 2;
        try {
            check(t);
            return t;
        } catch (const stockham::argument_error&) {  // elements overlap if the batch is not outermost: try again
        }
    }
}

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
