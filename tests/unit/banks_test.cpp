// Bank conflicts: counts that can be checked by hand, and layouts with few conflicts.
#include <boost/test/unit_test.hpp>

#include "families/work_group/banks.hpp"
#include "families/work_group/work_group.hpp"
#include "problem/problem.hpp"
#include "profile/known_profiles.hpp"
#include "systems/planning.hpp"

BOOST_AUTO_TEST_SUITE(banks_test)

namespace {

double turns(const std::string& problem, const std::string& plan_string) {
    const auto p = stockham::internal::make_problem(stockham::parse_transform(problem));
    const auto device = stockham::named_description("h200");
    const auto plan = build_plan(p, device, stockham::internal::read_plan(plan_string, p, device)).plan;
    const auto& pass = std::get<stockham::internal::pass_step>(plan.steps.front());
    return turns_of_banks(pass, stockham::internal::profile_of(device).banks).value();
}

}  // namespace

// 16 work-items per row. Each writes its 16 results 16 apart from its neighbour's, and all read them side by side.
//
// Single precision: 16 work-items access at once and hit one bank of two words. For one part it is 32, of two rows,
// which conflict by 16 on writes and by two on reads. Double precision: 8 hit one bank of four words.
BOOST_AUTO_TEST_CASE(sixteen_by_sixteen) {
    BOOST_TEST(turns("c2c f32 256 b8", "256 : 0.0 chain=16.16 layout=plain") == (16 + 1) / 2.0);
    BOOST_TEST(turns("c2c f64 256 b8", "256 : 0.0 chain=16.16 layout=plain") == (8 + 1) / 2.0);
    BOOST_TEST(turns("c2c f32 256 b8", "256 : 0.0 chain=16.16 layout=plain exchange=separate") == (16 + 2) / 2.0);
    for (const char* layout : {"", " layout=swizzle"})
        for (const char* problem : {"c2c f32 256 b8", "c2c f64 256 b8"})
            BOOST_TEST(turns(problem, std::string("256 : 0.0 chain=16.16") + layout) == 1.0);
}

// Odd steps alone seldom hit a bank twice. Beside lines, or after even steps, some padding separates them.
BOOST_AUTO_TEST_CASE(lengths_that_are_no_powers_of_two) {
    BOOST_TEST(turns("c2c f32 2401", "2401 : 0.0 chain=7.7.7.7 points=8") < 1.5);
    BOOST_TEST(turns("c2c f32 28561 b9", "169*169 : 0.0 width=32 points=16 ; 0.1 width=32 points=16") < 1.5);
    BOOST_TEST(turns("c2c f32 28561 b9", "169*169 : 0.0 width=32 points=16 layout=plain ; 0.1 width=32 points=16") > 5);
    BOOST_TEST(turns("c2c f32 5040", "5040 : 0.0 chain=21.16.15") < 1.5);
}

// Matrix units have four inputs of a butterfly side by side, as far apart as the stage defines.
BOOST_AUTO_TEST_CASE(halves) {
    BOOST_TEST(turns("c2c f32 256 b8", "256 : 0.0 chain=16.16 split_half=2") == 1.0);
    BOOST_TEST(turns("c2c f32 256 b8", "256 : 0.0 chain=16.16 split_half=2 exchange=separate") == 1.0);
    BOOST_TEST(turns("c2c f32 256 b8", "256 : 0.0 chain=16.16 split_half=2 pad=16") >= 2.0);
    BOOST_TEST(turns("c2c f32 16x16x16", "16 x 16 x 16 : 0.0+1.0+2.0 split_half=2") == 1.0);
    BOOST_TEST(turns("c2c f32 1024x1024", "1024 x 1024 : 0.0 width=8 chain=16.8.8 split_half=2 ; 1.0") < 1.5);
}

BOOST_AUTO_TEST_CASE(xor_swizzled) {
    const char* problem = "c2c f32 1024x1024";
    const std::string columns = "1024 x 1024 : 0.0 width=16 radix=32 points=32 exchange=separate";
    BOOST_TEST(turns(problem, columns + " layout=xor ; 1.0") == 1.0);
    BOOST_TEST(turns(problem, columns + " layout=xor ; 1.0") <= turns(problem, columns + " ; 1.0"));
    BOOST_TEST(turns("c2c f64 4096", "4096 : 0.0 layout=xor") <= turns("c2c f64 4096", "4096 : 0.0"));
}

// A single stage writes the data that is unpacked to half a spectrum.
BOOST_AUTO_TEST_CASE(half_spectra) {
    BOOST_TEST(turns("r2c f32 24 b64", "12 : 0.0 chain=12 layout=plain") >= 3);
    BOOST_TEST(turns("r2c f32 24 b64", "12 : 0.0 chain=12") < 2.5);
}

BOOST_AUTO_TEST_CASE(nothing_to_count) {
    const auto device = stockham::named_description("h200");
    for (const char* problem :
         {"c2c f32 65536x16 b10", "c2c f32 257 b130561", "c2c f32 64 algorithm=constant_geometry"}) {
        const auto plan = make_plan(stockham::internal::make_problem(stockham::parse_transform(problem)), device);
        const auto& last = std::get<stockham::internal::pass_step>(plan.steps.back());
        BOOST_TEST_CONTEXT(to_string(last)) {
            const bool counted = turns_of_banks(last, stockham::internal::profile_of(device).banks).has_value();
            BOOST_TEST(counted == (last.exchanges() && !last.convolution.permuted() &&
                                   last.as<stockham::internal::work_group_pass>()));
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
