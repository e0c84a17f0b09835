// Parts of a batch that lanes process through all passes: which plans have them, and that each part is right on its
// own.
#include <boost/test/unit_test.hpp>

#include "families/table.hpp"
#include "plan/parts.hpp"
#include "support/descriptions.hpp"
#include "support/interpreted.hpp"
#include "support/refusal.hpp"
#include "systems/planning.hpp"

BOOST_AUTO_TEST_SUITE(parts_test)

using stockham::parse_transform;
using stockham::internal::make_problem;

namespace {

stockham::internal::candidate built(const std::string& problem, const std::string& how) {
    const auto device = made_up_cpu(64);
    return build_plan(make_problem(parse_transform(problem)), device,
                      stockham::internal::parse_plan_string(how, stockham::internal::default_family(device)));
}

std::uint64_t parts_of(const std::string& problem, const std::string& how) {
    return independent_parts(built(problem, how).plan, make_problem(parse_transform(problem)));
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_slowest_loop_of_the_batch_is_in_parts) {
    BOOST_TEST(parts_of("c2c f32 64x64 b6", "64 x 64 : 0.0 ; 1.0") == 6U);
    BOOST_TEST(parts_of("c2c f32 64x64", "64 x 64 : 0.0 ; 1.0") == 1U);
    BOOST_TEST(parts_of("c2c f32 4096 b5 in", "64*64 : 0.0 ; 0.1") == 5U);
    BOOST_TEST(parts_of("c2c f64 16x8x4 b7", "16 x 8 x 4 : 0.0 ; 1.0+2.0") == 7U);
    BOOST_TEST(parts_of("c2c f32 40x60 b4", "40 x 60 : 0.0 ; 1.0") == 0U);                   // blocks of 16 rows of 40
    BOOST_TEST(parts_of("c2c f32 4096 b3 is=3 id=1 os=3 od=1", "64*64 : 0.0 ; 0.1") == 0U);  // lanes across the batch
    BOOST_TEST(parts_of("c2c f32 32x64 loops=3:5000,2:2048", "32 x 64 : 0.0 ; 1.0") == 3U);
}

BOOST_AUTO_TEST_CASE(each_part_is_right_by_itself) {
    for (const auto& [problem, how] : {std::pair{"c2c f32 64x64 b6", "64 x 64 : 0.0 ; 1.0 ; one_launch"},
                                       {"c2c f32 64x64", "64 x 64 : 1.0 ; 0.0 ; one_launch"},
                                       {"c2c f64 4096 b3 in inv scale=0.5", "64*64 : 0.0 ; 0.1 ; one_launch"},
                                       {"c2c f32 4096 b4", "16*16*16 : 0.0 ; 0.1 ; 0.2 ; one_launch"},
                                       {"c2c f32 16x32x64 b2", "16 x 32 x 64 : 0.0 ; 1.0+2.0 ; one_launch"},
                                       {"c2c f32 48x80 b3 od=4000", "48 x 80 : 0.0 ; 1.0 ; one_launch"},
                                       {"r2c f32 32x64 b5", "32 x 64 : 1.0 ; 0.0 ; one_launch"},
                                       {"c2r f32 64x32 b3", "64 x 32 : 0.0 ; 1.0 ; one_launch"}})
        BOOST_TEST_CONTEXT(problem << " by " << how) try {
            const auto made = built(problem, how);
            BOOST_TEST(made.plan.one_launch);
            BOOST_TEST(made.plan.parts > 0U);
            BOOST_TEST(!made.plan.waits());
            BOOST_TEST(to_string(made.how) == how);
            check_interpreted(parse_transform(problem), made_up_cpu(64), made.plan);
        } catch (const stockham::error& e) {
            BOOST_ERROR(e.what());
        }
}

// The number of passes and parts of a plan depends on the cores, their caches and their vectors. The results do not.
BOOST_AUTO_TEST_CASE(every_made_up_cpu_has_right_plans) {
    std::size_t shared = 0, apart = 0;
    for (const auto& device : made_up_cpus())
        for (const char* text : {"c2c f32 64x64 b5", "c2c f64 2048 b3 in inv", "r2c f32 40x48 b2", "c2r f64 30x32",
                                 "c2c f32 37x16 b3", "dct2 f32 12x18 b20"}) {
            const auto t = parse_transform(text);
            const auto plan = make_plan(make_problem(t), device);
            ++(plan.one_launch ? shared : apart);
            check_interpreted(t, device, plan);
        }
    BOOST_TEST(shared > 0U);
    BOOST_TEST(apart > 0U);
}

// In place, if the sides have different layouts, a part would overwrite data that another part has not read yet.
BOOST_AUTO_TEST_CASE(sides_in_place_lie_alike) {
    BOOST_TEST(parts_of("c2c f32 4096 b4 in", "64*64 : 0.0 ; 0.1") == 4U);
    BOOST_TEST(parts_of("r2c f32 32x64 b4 in", "32 x 64 : 1.0 ; 0.0") == 0U);
}

BOOST_AUTO_TEST_CASE(plans_without_parts_are_refused) {
    for (const auto& [problem, how] : {std::pair{"c2c f32 40x60 b4", "40 x 60 : 0.0 ; 1.0 ; one_launch"},
                                       {"c2c f32 64 b4", "64 : 0.0 ; one_launch"},
                                       {"r2c f32 32x64 b4 in", "32 x 64 : 1.0 ; 0.0 ; one_launch"}})
        expect_unsupported_error(
            "plan string", [problem = problem, how = how] { built(problem, how); }, "parts");
}

// The interpreter runs plans part by part. A plan that mixes parts must fail.
BOOST_AUTO_TEST_CASE(what_mixes_parts_is_found_out) {
    auto made = built("c2c f32 40x64 b4", "40 x 64 : 0.0 ; 1.0");
    made.plan.one_launch = true;
    made.plan.parts = 2;
    check_interpreted(parse_transform("c2c f32 40x64 b4"), made_up_cpu(64), made.plan);
    auto mixed = built("c2c f32 64x64", "64 x 64 : 0.0 ; 1.0");
    mixed.plan.one_launch = true;
    mixed.plan.parts = 2;
    stockham::internal::host_buffers buffers;
    buffers.input.assign(4096, {1, 0});
    buffers.output.assign(4096, {0, 0});
    BOOST_CHECK_THROW(interpret(mixed.plan, made_up_cpu(64), buffers), std::exception);
}

BOOST_AUTO_TEST_SUITE_END()
