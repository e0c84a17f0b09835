// Primes as radices of a tile (Rader 1968), in the kernels of work-groups.
#include <utility>

#include <boost/test/unit_test.hpp>

#include "support/on_device.hpp"
#include "support/seed.hpp"

BOOST_AUTO_TEST_SUITE(prime_radices_test)

namespace {

/// A problem and the plan string that transforms it with a prime as a radix.
using planned = std::pair<const char*, const char*>;

/// On every device, as its work-groups plan it: that of an AMD card, whose limits OpenCL devices exceed.
void check_plans(std::initializer_list<planned> all) {
    const auto card = stockham::named_description("gfx906");
    const auto& d = test_device::get();
    const auto seed = test_seed();
    std::mt19937 generator(seed);
    for (const auto& [problem, plan_string] : all) {
        const auto t = stockham::parse_transform(problem);
        if (!can_run(t)) continue;
        BOOST_TEST_CONTEXT(problem << " by " << plan_string << " (seed " << seed << ")") {
            stockham::plan_options options;
            options.expert.plan_for = &card;
            options.expert.plan_string = plan_string;
            check_trial(stockham::plan(d.context, d.device, t, options), make_trial(t, generator));
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(small)

/// Whole lines: stored in the order of powers, or copied after the stages because runs are short.
BOOST_AUTO_TEST_CASE(stored_in_both_orders) {
    check_plans({{"c2c f32 410 b5", "10*41 : 0.0+0.1 min_items=32"}, {"c2c f32 74 b20", "2*37 : 0.0+0.1"}});
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_CASE(placements_layouts_and_precisions) {
    check_plans({{"c2c f64 777 b2 in inv", "21*37 : 0.0+0.1"},
                 {"c2c f32 74 b5 in scale=0.5", "2*37 : 0.0+0.1 exchange=planar"},
                 {"c2c f32 410 b3 is=2 id=900 os=3 od=1300", "10*41 : 0.0+0.1 layout=plain"},
                 {"c2c f32 410 b3 if=planar of=planar", "2*5*41 : 0.0+0.1+0.2"},
                 {"c2c f32 164 b20 is=20 id=1 os=20 od=1", "4*41 : 0.0+0.1"}});
}

/// From and to real numbers: packed lines of even length, others as complex ones.
BOOST_AUTO_TEST_CASE(real_lines) {
    check_plans({{"r2c f32 74 b40", "37 : 0.0"},
                 {"r2c f64 410 b3 in scale=0.5", "5*41 : 0.0+0.1"},
                 {"r2c f32 129 b6 is=2 id=300 os=3 od=211", "3*43 : 0.0+0.1"},
                 {"r2c f64 41 b7", "41 : 0.0"},
                 {"c2r f32 74 b40", "37 : 0.0"},
                 {"c2r f64 410 b3 in scale=0.5", "5*41 : 0.0+0.1"},
                 {"c2r f32 129 b6 is=2 id=300 os=3 od=411", "3*43 : 0.0+0.1"}});
}

/// Beside other digits and axes in other passes, which have twiddle factors on store.
BOOST_AUTO_TEST_CASE(among_other_passes) {
    check_plans({{"c2c f32 2624 b2", "16*4*41 : 0.0 ; 0.1+0.2"},
                 {"c2c f32 2624 in", "16*4*41~ : 0.0 ; 0.1+0.2"},
                 {"c2c f64 6x74 b2 inv", "6 x 2*37 : 1.0+1.1 ; 0.0"}});
}

/// Real lines with two such primes, each in a pass of its own.
BOOST_AUTO_TEST_CASE(two_primes_of_real_lines) {
    check_plans({{"r2c f32 3034 b2", "2*37*41 : 0.0 ; 0.1 ; 0.2"},
                 {"r2c f64 4551 in", "3*41*37 : 0.0 ; 0.1 ; 0.2"},
                 {"r2c f32 1517 b3", "37*41 : 0.0 paired ; 0.1"},
                 {"c2r f32 1517 b3", "37*41 : 0.0 ; 0.1 paired"},
                 {"c2r f64 4551 in", "3*41*37 : 0.0 ; 0.1 ; 0.2"}});
}

/// Bluestein's algorithm over an axis of two and three passes, whose filter is sorted by the lines of the middle pass.
BOOST_AUTO_TEST_CASE(filters_of_several_passes) {
    check_plans({{"c2c f32 101 b3", "15*14 : 0.0 ; 0.1^ ; 0.0-"},
                 {"c2c f64 101 b3 inv", "6*6*6 : 0.0 ; 0.1 ; 0.2^ ; 0.1- ; 0.0-"},
                 {"r2c f32 47x5", "16*6 x 5 : 1.0 ; 0.0 ; 0.1^ ; 0.0-"},
                 {"c2r f32 2x94 in", "2 x 14*14 : 0.0 ; 1.0 ; 1.1^ ; 1.0-"}});
}

BOOST_AUTO_TEST_SUITE_END()
