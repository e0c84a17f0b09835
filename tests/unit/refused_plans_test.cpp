// Invalid plan strings, and plan strings of other problems or devices: each is refused with the reason.
#include <boost/test/unit_test.hpp>

#include "families/table.hpp"
#include "problem/problem.hpp"
#include "support/built_by.hpp"
#include "support/refusal.hpp"
#include "systems/planning.hpp"

BOOST_AUTO_TEST_SUITE(refused_plans_test)

namespace {

stockham::internal::candidate built(const char* problem, const char* how, const char* device = "h200") {
    return built_by(stockham::internal::make_problem(stockham::parse_transform(problem)),
                    stockham::named_description(device), how);
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_is_no_plan_is_refused) {
    for (const char* text : {"",
                             "x",
                             ":",
                             "64",
                             "64 :",
                             "64 : ;",
                             "64 : 0",
                             "64 : 0.0 ;",
                             "64 : 0.0 width",
                             "64 : 0.0 width=",
                             "64 : 0.0 width=x",
                             "64 : 0.0 width=-1",
                             "64 : 0.0 width=99999999999999",
                             "sixty : 0.0",
                             "64 : 0.0 ; one_launch prefetch",
                             "64 : one_launch",
                             "64 : 0.0 quickly",
                             "64 : 0.0 : 0.1",
                             "64 : 0.0 chain=",
                             "64 : 0.0 chain=8.x",
                             "8*8~' : 0.0 ; 0.1",
                             "64 : 0.0 chain=8..8",
                             "64 : 0.0 chain=0:0:64",
                             "64 : 0.0 exchange=separate exchange=planar",
                             "64 : 0.0 layout=xor layout=swizzle",
                             "64 : 0.0 twiddles=native twiddles=precise",
                             "64 : 0.0 points=8 points=4",
                             "64 : 0.0 exchange=whole",
                             "64 : 0.0 exchange",
                             "64 : 0.0 chain"})
        BOOST_TEST_CONTEXT("'" << text << "'")
    expect_argument_error("plan",
                          [&] { stockham::internal::parse_plan_string(text, stockham::internal::default_family({})); });
}

BOOST_AUTO_TEST_CASE(a_plan_of_another_problem_is_refused) {
    const auto refused = [](const char* problem, const char* how, const char* why, const char* device = "h200") {
        BOOST_TEST_CONTEXT(problem << ": " << how)
        expect_unsupported_error(
            "plan string", [&] { built(problem, how, device); }, why);
    };
    BOOST_CHECK_NO_THROW(built("c2c f32 64x64", "64 x 64 : 0.0+1.0"));
    BOOST_CHECK_NO_THROW(built("c2c f32 1024x64", "32*32~ x 64 : 0.0 ; 0.1+1.0"));
    BOOST_CHECK_NO_THROW(built("c2c f32 64x64", "8*8 x 8*8 : 0.0 ; 1.0 ; 0.1 ; 1.1"));
    refused("c2c f32 64", "64 x 64 : 0.0+1.0", "axes");
    refused("c2c f32 64", "32 : 0.0", "make up axis 0");
    refused("c2c f32 64", "8*8*1 : 0.0 ; 0.1 ; 0.2", "make up axis 0");
    refused("c2c f32 64", "0*64 : 0.0 ; 0.1", "make up axis 0");
    refused("c2c f32 64", "64~ : 0.0", "make up axis 0");
    refused("c2c f32 64", "64' : 0.0", "make up axis 0");
    refused("c2c f32 64", "8*8 : 0.0+0.1", "once");
    refused("c2c f32 64", "8*8 : 0.1 ; 0.0", "once");
    refused("c2c f32 64", "8*8 : 0.0", "once");
    refused("c2c f32 64", "8*8 : 0.0 ; 0.1 ; 0.1", "once");
    refused("c2c f32 64", "8*8 : 0.0 ; 7.1", "once");
    refused("r2c f32 64x64", "8*8 x 8*8 : 1.0 ; 0.0 ; 1.1 ; 0.1", "once");
    refused("c2c f32 64x64", "8*8 x 8*8 : 0.0 ; 1.1 ; 0.1 ; 1.0", "once");
    // Not the digits of the packed lines either: these have one pass.
    for (const char* device : {"h200", "cpu"})
        for (const char* problem : {"r2c f32 1024 b2", "c2r f32 1024 b2"})
            refused(problem, "16*32 : 0.0 ; 0.1", "make up axis 0", device);
    refused("c2c f32 64x64", "row_transpose 64 x 64 : 0.0 ; 1.0", "rows");
    refused("c2c f32 64", "row_transpose 64 : 0.0", "rows");
    refused("c2c f32 64x64 algorithm=row_transpose", "64 x 64 : 0.0+1.0", "rows, transpose");
    refused("c2c f32 65536", "65536 : 0.0", "pass 1, the pass needs more work-items");
    refused("c2c f32 64", "64 : 0.0 width=3", "option width: it must be a power of two");
    refused("c2c f32 64", "64 : 0.0 radix=64", "option radix: it must be from 2 to 32");
    refused("c2c f32 64", "64 : 0.0 points=0", "option points: it must be a power of two");
    refused("c2c f32 64", "8*8 : 0.0 ; 0.1< geometry=4", "pass 2, option geometry: it is for complex transforms");
    refused("c2c f32 64", "64 : 0.0 points=24", "option points: it must be a power of two");
    refused("c2c f32 4096", "4096 : 0.0 items=7", "option items: it names fewer work-items");
    refused("c2c f32 64", "64 : 0.0 items=4096", "option items: it names more work-items");
    refused("c2c f64 64", "64 : 0.0 twiddles=native", "option twiddles: it is for single precision");
    refused("c2c f32 64", "64 : 0.0 paired", "option paired: it is for passes between real data");
    refused("r2c f32 1024x1024", "1024 x 1024 : 1.0 non_temporal ; 0.0",
            "option non_temporal: it is for interleaved complex data");
    refused("c2c f32 64", "64 : 0.0 share=unbalanced", "option share: it is not known to work-groups");
    refused("c2c f32 64", "64 : 0.0 geometry=3", "option geometry: it must be 2 or 4");
    refused("c2c f32 64", "64 : 0.0 geometry=4 split_half=1",
            "option split_half: it is not known to constant geometry");
    refused("c2c f32 64", "64 : 0.0 geometry=4 twiddles=native",
            "option twiddles: it is not known to constant geometry");
    refused("c2c f32 64", "64 : 0.0 layout=xor pad=8", "option pad: it excludes a named layout");
    refused("c2c f32 48", "48 : 0.0 layout=xor", "option layout: it needs tiles");
    refused("c2c f64 64", "64 : 0.0 split_half=1", "option split_half: it is for single precision");
    refused("c2c f32 64", "64 : 0.0 chain=8.4", "option chain: it must use supported radices");
    refused("c2c f32 64", "64 : 0.0 chain=8.8.2", "option chain");
    refused("c2c f32 64", "64 : 0.0 chain=8.1:8", "option chain");
    refused("c2c f32 64", "64 : 0.0 chain=1.64", "option chain");
    refused("c2c f32 48", "48 : 0.0 chain=48", "option chain");
    refused("c2c f32 16x16x16 algorithm=five_step", "16 x 16 x 16 : 0.0+1.0 ; 2.0", "two digits");
    refused("c2c f32 16x16x16 algorithm=five_step", "4*4 x 4*4 x 16 : 1.0 ; 1.1 ; 0.0 ; 0.1 ; 2.0", "outer axis");
    refused("c2c f32 16x16x16 algorithm=five_step", "4*4 x 4*4 x 16 : 0.0 ; 0.1+1.0 ; 1.1 ; 2.0", "five passes");
    refused("c2c f32 64x64", "64 x 64 : 0.0+1.0 ; one_launch", "share");
    refused("c2c f32 256x256", "256 x 256 : 1.0 ; 0.0 ; one_launch", "share", "gfx90a");
    refused("c2c f32 64", "64 : 0.0 lane_line=5", "option lane_line: it names a line", "cpu");
    for (const char* device : {"h200", "gfx90a", "gfx906", "cpu"}) {
        BOOST_CHECK_NO_THROW(built("c2c f32 64", "64 : 0.0 chain=2.4.8 split_half=1", device));
        BOOST_CHECK_NO_THROW(built("c2c f32 256", "256 : 0.0 radix=16 split_half=2", device));
        refused("c2c f32 64 algorithm=split_half", "64 : 0.0", "without halves", device);
        refused("c2c f64 64", "64 : 0.0 split_half=1", "option split_half", device);
        refused("c2c f32 48", "48 : 0.0 split_half=2", "option split_half: it needs stages", device);
        refused("c2c f32 64", "64 : 0.0 chain=32.2 split_half=2", "option split_half: it needs stages", device);
        refused("c2c f32 64", "64 : 0.0 split_half=3", "option split_half: it must be 1 or 2", device);
    }
}

BOOST_AUTO_TEST_SUITE_END()
