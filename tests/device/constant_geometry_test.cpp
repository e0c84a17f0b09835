// Constant-geometry FFTs on the device: shapes, layouts, precisions, each switch, results in either order.
#include <boost/test/unit_test.hpp>

#include "families/table.hpp"
#include "problem/problem.hpp"
#include "support/geometry.hpp"
#include "support/on_device.hpp"

BOOST_AUTO_TEST_SUITE(constant_geometry_test)

namespace {

stockham::transform of(const char* text, const char* a = "constant_geometry") {
    auto t = stockham::parse_transform(text);
    t.algorithm = a;
    return t;
}

/// Uses the plan of the algorithm with these switches, demanded by a plan string.
void check_switched(const char* text, const stockham::internal::constant_geometry_choice& to) {
    const auto t = of(text);
    const auto& d = test_device::get();
    if (!can_run(t)) return;
    stockham::plan_options options;
    const auto own = cheapest_plans(stockham::internal::make_problem(t), stockham::describe(d.device), 1).front().how;
    options.expert.plan_string = to_string(switched(own, to));
    std::mt19937 generator(3);
    BOOST_TEST_CONTEXT(text << " by " << options.expert.plan_string)
    check_trial(stockham::plan(d.context, d.device, t, options), make_trial(t, generator));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(small)

BOOST_AUTO_TEST_CASE(shapes) {
    for (const char* text : {"c2c f32 2 b7", "c2c f32 8 b5 in", "c2c f32 64 b3", "c2c f64 256 b3 in inv",
                             "c2c f32 16x16 b5", "c2c f64 8x32 inv scale=0.3", "c2c f32 8x4x16 b2 in",
                             "c2c f32 32x32 b3 is=40,1 id=1300 os=1,33 od=1100 io=5 oo=7",
                             "c2c f64 64 b16 is=16 id=1 os=1 od=64", "c2c f32 1024 is=3 os=5 scale=0.125"})
        check_on_device(of(text), 1);
}

BOOST_AUTO_TEST_CASE(each_switch) {
    using stockham::internal::group_schedule;
    for (unsigned geometry : {2U, 4U})
        for (const char* option : {"layout=swizzle", "conventional", "share=unbalanced", "share=alone",
                                   "barrier_per_stage", "global_twiddles"}) {
            const auto choice = stockham::internal::parse_choice({"geometry=" + std::to_string(geometry), option},
                                                                 stockham::internal::default_family({}));
            if (stockham::internal::constant_geometry_contradiction(*choice)) continue;
            const auto& c = *choice.as<stockham::internal::constant_geometry_choice>();
            check_switched(c.schedule != group_schedule::balanced ? "c2c f64 128 b3" : "c2c f32 8x32 b2", c);
        }
}

BOOST_AUTO_TEST_CASE(bit_reversed_results) {
    for (const char* text : {"c2c f32 32 b3", "c2c f64 8x16 in inv"})
        check_on_device(of(text, "constant_geometry_bit_reversed"), 4);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_CASE(several_passes) {
    for (const char* text : {"c2c f32 65536", "c2c f64 256x512 in", "c2c f32 64x64x64 inv"})
        check_on_device(of(text), 5);
}

BOOST_AUTO_TEST_CASE(by_the_plans_of_cards_that_are_not_here) {
    const std::vector<stockham::device_description> cards = {stockham::named_description("h200"),
                                                             stockham::named_description("gfx906"),
                                                             stockham::named_description("evergreen")};
    for (const char* text : {"c2c f32 2048 b3", "c2c f32 16x16 b256"}) check_on_device(of(text), 6, cards);
}

BOOST_AUTO_TEST_CASE(lengths_of_radix_2) {
    stockham::internal::constant_geometry_choice radix_2;
    radix_2.geometry = 2;
    for (const char* text : {"c2c f32 16 b9", "c2c f32 512", "c2c f32 2048", "c2c f64 1024"})
        check_switched(text, radix_2);
}

BOOST_AUTO_TEST_SUITE_END()
