// Published algorithms on a device, and the codelets that only they use.
#include <boost/test/unit_test.hpp>

#include <stockham/error.hpp>

#include "support/on_device.hpp"
#include "support/refusal.hpp"

BOOST_AUTO_TEST_SUITE(published_test)

using stockham::parse_transform;

namespace {

/// Runs a problem with a plan string for one device.
void check_plan_string(const char* problem, const char* plan_string, const stockham::device_description& device) {
    const auto& d = test_device::get();
    const auto t = parse_transform(problem);
    if (!can_run(t)) return;
    BOOST_TEST_CONTEXT(problem << " by " << plan_string << " for " << device.name) {
        stockham::plan_options options;
        options.expert.plan_for = &device;
        options.expert.plan_string = plan_string;
        std::mt19937 generator(3);
        const stockham::plan plan(d.context, d.device, t, options);
        BOOST_TEST(plan.plan_string() == plan_string);
        check_trial(plan, make_trial(t, generator));
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(small)

BOOST_AUTO_TEST_CASE(five_steps) {
    for (const char* text :
         {"c2c f32 4x8x16 b2 algorithm=five_step", "c2c f64 16x16x8 in inv scale=0.5 algorithm=five_step"})
        check_on_device(parse_transform(text), 5, everyone());
}

BOOST_AUTO_TEST_CASE(stages_in_any_order) {
    for (const auto& device : everyone())
        check_plan_string("c2c f32 16x16 b9", "16 x 16 : 0.0+1.0 chain=0:4.1:16.0:4", device);
}

// These compile slowly, so only one device's plans are tested.
BOOST_AUTO_TEST_CASE(large_codelets) {
    const auto device = stockham::named_description("h200");
    check_plan_string("c2c f32 64 b20", "64 : 0.0 chain=64", device);
    check_plan_string("c2c f64 128 b3 inv", "128 : 0.0 chain=128", device);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_CASE(five_steps_of_larger_cubes) {
    std::size_t turn = 0;
    for (const char* text : {"c2c f32 64x64x64 algorithm=five_step", "c2c f64 128x32x16 algorithm=five_step",
                             "c2c f32 32x256x64 b2 in inv algorithm=five_step"})
        check_on_device(parse_transform(text), 6, in_turn(everyone(), turn++));
}

// The multirow FFT that Nukada, Ogata, Endo, Matsuoka (2008, section 3.1) reject.
BOOST_AUTO_TEST_CASE(multirow) {
    check_plan_string("c2c f32 256x64", "256 x 64 : 0.0 chain=256 ; 1.0", stockham::named_description("h200"));
}

BOOST_AUTO_TEST_CASE(plan_strings_of_other_problems) {
    const auto& d = test_device::get();
    const auto make = [&](const char* problem, const char* plan_string) {
        stockham::plan_options options;
        options.expert.plan_string = plan_string;
        return stockham::plan(d.context, d.device, parse_transform(problem), options);
    };
    expect_unsupported_error("plan string", [&] { make("c2c f32 64", "32 : 0.0"); });
    expect_argument_error("plan", [&] { make("c2c f32 64", "nonsense"); });
    expect_unsupported_error("five_step", [&] { make("c2c f32 64x64 algorithm=five_step", ""); });
}

BOOST_AUTO_TEST_SUITE_END()
