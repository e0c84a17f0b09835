// Loops of transforms: problem strings, refusals, merging, and random ones in the host interpreter against FFTW's
// guru interface.
#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <numeric>

#include <stockham/stockham.hpp>

#include "problem/loops.hpp"
#include "search/wisdom/wisdom_state.hpp"
#include "support/descriptions.hpp"
#include "support/guru.hpp"
#include "support/interpreted.hpp"
#include "support/random_loops.hpp"
#include "support/refusal.hpp"
#include "support/seed.hpp"
#include "systems/planning.hpp"

BOOST_AUTO_TEST_SUITE(loops_test)

using stockham::parse_transform;
using stockham::transform;

namespace {

void refuses(const std::string& text, const std::string& field) {
    BOOST_TEST_CONTEXT(text) {
        expect_argument_error(field, [&] { check(parse_transform(text)); });
    }
}

void accepts(const std::string& text) {
    BOOST_TEST_CONTEXT(text) {
        BOOST_CHECK_NO_THROW(check(parse_transform(text)));
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(problem_strings)

BOOST_AUTO_TEST_CASE(they_round_trip) {
    for (const char* text :
         {"c2c f32 512 is=512 os=512 loops=64:262144,512:1", "c2c f64 8x8 in loops=3:64", "r2c f32 100 loops=7:100:51",
          "c2c f32 16 loops=2:0:16", "c2c f32 16 loops=9:4:16,3:1000:144 nonzero=3 scale=2",
          "c2c f32 4 loops=18446744073709551615:18446744073709551615"})
        BOOST_TEST(to_string(parse_transform(text)) == text);
    const auto t = parse_transform("c2c loops=3:5:7,2:9 f32 4");
    BOOST_REQUIRE(t.loops.size() == 2U);
    BOOST_TEST(t.loops[0].n == 3U);
    BOOST_TEST(t.loops[0].input_stride == 5U);
    BOOST_TEST(t.loops[0].output_stride == 7U);
    BOOST_TEST(t.loops[1].output_stride == 9U);
    BOOST_TEST(to_string(parse_transform("c2c f32 4 loops=3:5:5")) == "c2c f32 4 loops=3:5");
}

BOOST_AUTO_TEST_CASE(random_ones_round_trip) {
    std::mt19937 g(29);
    for (int count = 0; count < 1000; ++count) {
        const auto text = to_string(random_loops(g, 1 << 16));
        BOOST_TEST(to_string(parse_transform(text)) == text);
    }
}

BOOST_AUTO_TEST_CASE(what_it_does_not_understand_is_named) {
    for (const char* word : {"loops=", "loops=3", "loops=3:", "loops=:3", "loops=3:4:5:6", "loops=3:4,", "loops=,3:4",
                             "loops=3x4", "loops=3:-4", "loops=3:4:18446744073709551616"})
        BOOST_TEST_CONTEXT(word) {
            expect_argument_error(
                "problem", [&] { parse_transform("c2c f32 8 " + std::string(word)); }, word);
        }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(refusals)

BOOST_AUTO_TEST_CASE(empty_or_beyond_any_buffer) {
    refuses("c2c f32 8 loops=0:8", "loops");
    refuses("c2c f32 8 loops=2:8,0:16", "loops");
    refuses("c2c f32 8 loops=18446744073709551615:8", "loops");
    refuses("c2c f32 8 loops=4294967296:8,4294967296:34359738368", "loops");
    refuses("c2c f32 8 loops=2:18446744073709551615:8", "loops");
    refuses("c2c f32 8 loops=2:8:18446744073709551615", "loops");
    refuses("c2c f32 8 loops=2:576460752303423488:8", "loops");
    refuses("c2c f32 8 io=576460752303423487 loops=2:8", "input");
    refuses("c2c f32 8 oo=576460752303423487 loops=2:8", "output");
}

BOOST_AUTO_TEST_CASE(output_that_they_share) {
    refuses("c2c f32 8 loops=2:8:7", "loops");
    refuses("c2c f32 8 loops=2:8:0", "loops");
    refuses("c2c f32 8 os=2 loops=2:8:1,2:1", "loops");
    refuses("c2c f32 8x8 os=16,2 loops=3:1", "loops");
    refuses("c2c f32 8 in loops=2:4", "loops");
    refuses("c2c f32 8 os=0 loops=2:8", "output");
    refuses("c2c f32 8x8 is=4,1 loops=2:64", "input");
    accepts("c2c f32 8 loops=2:4:8");
    accepts("c2c f32 8 loops=9:0:8");
    accepts("c2c f32 8 os=2 loops=2:8:1,5:1:16");
}

BOOST_AUTO_TEST_CASE(beside_the_simple_form) {
    refuses("c2c f32 8 b2 loops=2:8", "batch");
    refuses("c2c f32 8 id=8 loops=2:8", "input");
    refuses("c2c f32 8 od=8 loops=2:8", "output");
    accepts("c2c f32 8 b1 loops=2:8");
}

BOOST_AUTO_TEST_CASE(in_place_both_sides_are_the_same) {
    refuses("c2c f32 8 in loops=2:8:16", "placement");
    refuses("r2c f32 8 in loops=2:8:5", "placement");
    accepts("c2c f32 8 in loops=2:8,3:16");
    accepts("r2c f32 8 in loops=2:10:5,4:40:20");
    accepts("c2r f32 8 in loops=2:5:10");
}

BOOST_AUTO_TEST_CASE(too_many) {
    auto t = parse_transform("c2c f32 8");
    t.loops.assign(65, {1, 8, 8});
    expect_unsupported_error("loops", [&] { check(t); });
    t.loops.pop_back();
    BOOST_CHECK_NO_THROW(check(t));
    // 20 loops of 3 that do not merge: 3^14 launches.
    t.loops.clear();
    std::size_t stride = 8;
    for (int k = 0; k < 20; ++k, stride = stride * 3 + 1) t.loops.push_back({3, stride, stride});
    expect_unsupported_error("loops", [&] { plan_text(t, made_up(48, 1024)); });
}

BOOST_AUTO_TEST_CASE(more_than_transposes_take) {
    expect_unsupported_error("row_transpose", [] {
        check(parse_transform("c2c f32 4x4 loops=2:17,2:37,2:77,2:157,2:317 algorithm=row_transpose"));
    });
    accepts("c2c f32 4x4 loops=2:17,2:37,2:77,2:157 algorithm=row_transpose");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(merging)

std::string merged_text(const char* text) {
    return to_string(stockham::internal::in_simplest_form(parse_transform(text)));
}

BOOST_AUTO_TEST_CASE(loops_that_go_on) {
    BOOST_TEST(merged_text("c2c f32 8 loops=3:16,2:8") == "c2c f32 8 b6");
    BOOST_TEST(merged_text("c2c f32 8 loops=2:8,5:80,5:16") == "c2c f32 8 b50");
    BOOST_TEST(merged_text("c2c f32 8 loops=2:8:16,3:16:32") == "c2c f32 8 b6 od=16");
    BOOST_TEST(merged_text("c2c f32 8 loops=2:8:9,3:16:17") == "c2c f32 8 loops=3:16:17,2:8:9");
    BOOST_TEST(merged_text("c2c f32 8 is=4 os=4 loops=4:1,3:32") == "c2c f32 8 is=4 os=4 loops=3:32,4:1");
    BOOST_TEST(merged_text("c2c f32 8 loops=1:5:7,1:0") == "c2c f32 8");
    BOOST_TEST(merged_text("c2c f32 8 loops=4:0:16,2:0:8") == "c2c f32 8 loops=8:0:8");
    BOOST_TEST(merged_text("c2c f32 8 loops=4:2:8") == "c2c f32 8 loops=4:2:8");
    BOOST_TEST(merged_text("c2c f32 8x4 is=4,1 loops=4:32") == "c2c f32 8x4 b4");
    BOOST_TEST(merged_text("r2c f32 6 in loops=2:8:4") == "r2c f32 6 b2 in");
}

/// The plan equals that of the batch, with the same kernels.
BOOST_AUTO_TEST_CASE(a_batch_in_other_words) {
    const auto device = made_up(48, 1024);
    for (const auto& [loops, batch] :
         {std::pair{"c2c f32 64 loops=3:128,2:64", "c2c f32 64 b6"},
          std::pair{"c2c f32 8192 is=4 os=4 loops=4:1", "c2c f32 8192 b4 is=4 id=1 os=4 od=1"},
          std::pair{"r2c f32 30x40 loops=5:1200:630", "r2c f32 30x40 b5"}}) {
        const auto a = parse_transform(loops), b = parse_transform(batch);
        BOOST_TEST((plan_kernels(a, device) == plan_kernels(b, device)));
        BOOST_TEST(stockham::internal::wisdom_problem(a) ==
                   stockham::internal::wisdom_problem(stockham::internal::in_simplest_form(b)));
    }
}

/// A launch covers six loops. Of eight that do not merge, the shortest ones are separate launches.
BOOST_AUTO_TEST_CASE(more_than_a_launch_numbers) {
    auto t = parse_transform("c2c f64 2");
    std::size_t stride = 3;
    for (std::size_t n : {3, 3, 2, 3, 3, 3, 3, 2, 3, 3, 3}) {
        t.loops.push_back({n, stride, stride});
        stride = stride * n + 1;
    }
    unsigned several = 0;
    for (const auto& device : descriptions()) {
        const auto plan = make_plan(stockham::internal::make_problem(t), device);
        check_interpreted(t, device, plan);
        for (const auto& step : plan.steps) several += std::get<stockham::internal::pass_step>(step).launches() > 1;
        BOOST_TEST(plan_kernels(t, device).size() >= plan.steps.size());
    }
    BOOST_TEST(several == descriptions().size());
}

BOOST_AUTO_TEST_SUITE_END()

namespace {

/// STOCKHAM_TEST_PROBLEMS sets the number.
int problems(int usual) {
    const char* wanted = std::getenv("STOCKHAM_TEST_PROBLEMS");
    return wanted && *wanted ? std::atoi(wanted) : usual;
}

}  // namespace

BOOST_AUTO_TEST_CASE(random_arrays_through_the_interpreter) {
    const unsigned seed = test_seed();
    const auto all = descriptions();
    for (int count = 0; count < problems(200); ++count) {
        std::mt19937 g(seed + static_cast<unsigned>(count));  // so that each one can be repeated quickly
        const auto t = random_loops(g, 1 << 11);
        const auto& device = all[g() % all.size()];
        BOOST_TEST_CONTEXT("STOCKHAM_TEST_SEED=" << seed + static_cast<unsigned>(count) << ": " << to_string(t)) {
            try {
                check_interpreted(t, device, make_plan(stockham::internal::make_problem(t), device));
                auto exact = t;
                exact.precision = stockham::precision::f64;
                exact.nonzero.clear();
                exact.wanted.clear();
                const auto input = reference::uniform(input_extent(exact), exact.precision, g);
                const auto before = std::vector<reference::number>(output_extent(exact));
                BOOST_TEST(reference::relative_error(reference::transform(exact, input, before),
                                                     reference::by_guru(exact, input, before),
                                                     reference::places(exact, false)) <= 1e-17);
            } catch (const std::exception& e) {
                BOOST_ERROR(e.what());
            }
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
