// The text of a plan without its kernels and tables: the same as that of the plan, and refusals before anything is
// made.
#include <boost/test/unit_test.hpp>

#include <filesystem>

#include <stockham/stockham.hpp>

#include "runtime/programs/program_store.hpp"
#include "support/built_slow.hpp"
#include "support/limited_child.hpp"
#include "support/on_device.hpp"

using namespace stockham;

BOOST_AUTO_TEST_SUITE(plan_text_test)

BOOST_AUTO_TEST_CASE(long_tables, *boost::unit_test::disabled() * boost::unit_test::label("by_name")) {
    const auto& d = test_device::get();
    BOOST_TEST(!plan_text(d.context, d.device, parse_transform("dct4 f64 16777213")).empty());
}

// The tables of this plan take a minute and 3.9 GB; its text takes 0.3 s and 96 MB with PoCL. The
// first case, since a child is charged for the memory that this process already has.
BOOST_AUTO_TEST_CASE(no_tables_are_made) {
    const auto cost =
        cost_of({std::filesystem::read_symlink("/proc/self/exe").string(), "--run_test=plan_text_test/long_tables"});
    BOOST_TEST(cost.code == 0);
    BOOST_TEST(cost.seconds < 2);
    BOOST_TEST(cost.megabytes < (built_slow ? 1000 : 200));
}

BOOST_AUTO_TEST_CASE(as_the_plan_prints_it) {
    const auto& d = test_device::get();
    for (const char* problem : {"c2c f32 64 b100", "c2c f32 4099", "r2c f32 1024 b3 scale=0.5"}) {
        const auto t = parse_transform(problem);
        const auto before = stockham::internal::count_programs().compiled;
        const auto text = plan_text(d.context, d.device, t);
        BOOST_TEST(stockham::internal::count_programs().compiled == before);
        BOOST_TEST(text == plan(d.context, d.device, t).to_string());
        BOOST_TEST(text == plan_text(d.context, d.device, t));
    }
    const auto t = parse_transform("c2c f32 64 b100");
    plan_options options;
    options.expert.plan_string = "64 : 0.0 chain=8.8";
    BOOST_TEST(plan_text(d.context, d.device, t, options) == plan(d.context, d.device, t, options).to_string());
}

BOOST_AUTO_TEST_CASE(buffers_that_no_device_holds) {
    const auto& d = test_device::get();
    for (const char* problem :
         {"c2c f32 16777213x16777213", "c2r f32 803398719 b67108864", "c2c f32 1048576 b1073741824 in"}) {
        const auto t = parse_transform(problem);
        const auto refused = [](const unsupported_error& e) { return e.rule() == "memory"; };
        BOOST_CHECK_EXCEPTION(plan_text(d.context, d.device, t), unsupported_error, refused);
        BOOST_CHECK_EXCEPTION(plan(d.context, d.device, t), unsupported_error, refused);
    }
}

BOOST_AUTO_TEST_SUITE_END()
