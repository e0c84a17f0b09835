// Plans of published algorithms match their descriptions.
#include <boost/test/unit_test.hpp>

#include <stockham/stockham.hpp>

#include "problem/problem.hpp"
#include "support/built_by.hpp"
#include "support/descriptions.hpp"
#include "support/interpreted.hpp"
#include "support/refusal.hpp"
#include "systems/planning.hpp"

BOOST_AUTO_TEST_SUITE(published_plans_test)

using stockham::internal::pass_step;

namespace {

stockham::internal::problem problem_of(const std::string& text) {
    return stockham::internal::make_problem(stockham::parse_transform(text));
}

std::vector<stockham::device_description> gpus_and_others() {
    auto all = descriptions();
    for (const char* name : {"h200", "gfx90a"}) all.push_back(stockham::named_description(name));
    return all;
}

}  // namespace

// Rows, transpose, rows, transpose. Radices up to 8, and 64 points as 8 x 8.
BOOST_AUTO_TEST_CASE(row_transpose_is_what_its_name_says) {
    for (const auto& device : all_descriptions())
        for (const char* text : {"c2c f32 64x64 b16", "c2c f64 64x4096 in", "c2c f32 1024x512 scale=0.5 inv"})
            BOOST_TEST_CONTEXT(text << " for " << device.name) {
                const auto t = stockham::parse_transform(std::string(text) + " algorithm=row_transpose");
                std::string order;
                for (const auto& step : make_plan(stockham::internal::make_problem(t), device).steps) {
                    const auto* pass = std::get_if<pass_step>(&step);
                    const char letter = pass ? 'r' : 't';
                    if (order.empty() || order.back() != letter) order += letter;
                    if (!pass) continue;
                    for (const auto& d : pass->tile) {
                        for (auto radix : d.radices) BOOST_TEST(radix <= 8U);
                        if (d.points.n == 64 && !d.radices.empty())
                            BOOST_TEST((d.radices == std::vector<unsigned>{8, 8}));
                    }
                }
                BOOST_TEST(order == "rtrt");
            }
}

// Two passes for each outer axis, with whole digits in work-items if possible, and one pass for the inner axis.
BOOST_AUTO_TEST_CASE(five_steps_are_what_their_name_says) {
    const auto t = stockham::parse_transform("c2c f32 256x256x256 algorithm=five_step");
    for (const auto& device : all_descriptions()) {
        const auto plan = make_plan(stockham::internal::make_problem(t), device);
        BOOST_TEST_REQUIRE(plan.steps.size() == 5U, device.name);
        BOOST_TEST(plan.notes.size() == 1U);
        for (std::size_t k = 0; k < 5; ++k) {
            const auto& pass = std::get<pass_step>(plan.steps[k]);
            for (const auto& d : pass.tile)
                if (d.transformed) BOOST_TEST(d.points.n == (k == 4 ? 256U : 16U));
            if (pass.family->lane_dim() || pass.precision != stockham::precision::f32) continue;
            if (k < 4) BOOST_TEST(pass.stages.size() == 1U);
        }
    }
    const auto best = make_plan(stockham::internal::make_problem(t), stockham::named_description("gfx906"));
    const auto& last = std::get<pass_step>(best.steps.back());
    BOOST_TEST(last.work_items == 64U);
    BOOST_TEST(last.item_points() == 8U);
}

// Each stage of halves splits and joins its numbers again. If units take matrices of radix 16, most stages use them.
BOOST_AUTO_TEST_CASE(halves_take_large_radices_where_units_do) {
    const auto text = [](const char* problem, const char* device) {
        const auto t = stockham::parse_transform(std::string(problem) + " algorithm=split_half");
        return stockham::plan_text(t, stockham::named_description(device));
    };
    for (const char* device : {"h200", "gfx90a"}) {
        BOOST_TEST(text("c2c f32 256 b65536", device).find("radix 16.16}") != std::string::npos);
        BOOST_TEST(text("c2c f32 16x16x16 b16384", device).find("radix 8") == std::string::npos);
        BOOST_TEST(text("c2c f32 1048576 b16", device).find("radix 16") != std::string::npos);
    }
    BOOST_TEST(text("c2c f32 256 b65536", "gfx906").find("radix 4.4.4.4}") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(tensor_plans_are_formulas) {
    for (const auto& device : gpus_and_others())
        for (const char* text : {"c2c f32 16x16 b20", "c2c f32 128x128", "c2c f64 1024 b2 in", "c2c f32 32x32x32",
                                 "c2c f32 2x4096 inv", "c2c f32 1"})
            BOOST_TEST_CONTEXT(text << " for " << device.name) {
                const auto t = stockham::parse_transform(std::string(text) + " algorithm=tensor");
                const auto plan = make_plan(stockham::internal::make_problem(t), device);
                BOOST_TEST(plan.notes.at(0).find("Gu, Li, Siegel 2010") != std::string::npos);
                check_interpreted(t, device, plan);
            }
    // The paper's example of grouping across axes has two kernels, with one codelet and three (7). After commuting,
    // they have two and two.
    const auto found =
        plan_text(stockham::parse_transform("c2c f32 128x128 algorithm=tensor"), stockham::named_description("gfx906"));
    BOOST_TEST(found.find("{t_16^8(16,1024,128,I,S), t_16^8(16,8,8,S,W), d(8,2048,2048,W,S), d(8,1,16,S,O)}") !=
               std::string::npos);
    // Codelets of 8 to 32 points, if an axis has that many.
    for (const char* text : {"c2c f32 4096x4096", "c2c f32 2048x4x512", "c2c f64 65536", "c2c f32 67108864"})
        for (const auto& step :
             make_plan(problem_of(std::string(text) + " algorithm=tensor"), made_up(48, 1024)).steps) {
            const auto& pass = std::get<stockham::internal::pass_step>(step);
            for (const auto& g : pass.stages) {
                const bool copies = g.radix == 1, whole = pass.tile[g.dim].points.n == 4;
                BOOST_TEST((copies || whole || (g.radix >= 8 && g.radix <= 32)), text << ": " << to_string(pass));
            }
        }
    const auto p = problem_of("c2c f32 64x64 algorithm=tensor");
    const auto h200 = stockham::named_description("h200");
    const auto demanded = [&](const char* how) { return built_by(p, h200, how); };
    expect_unsupported_error(
        "plan string", [&] { demanded("row_transpose 64 x 64 : 1.0 ; 0.0"); }, "transposes");
    BOOST_CHECK_NO_THROW(demanded("64 x 64 : 1.0 ; 0.0"));
}

BOOST_AUTO_TEST_SUITE_END()
