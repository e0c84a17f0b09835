// Formulas: those of Gu, Li, Siegel 2010 give right results, and plans survive conversion to formulas and back.
#include <boost/test/unit_test.hpp>

#include <stockham/stockham.hpp>

#include "families/table.hpp"
#include "families/work_group/work_group.hpp"
#include "lowering/lowering.hpp"
#include "support/built_by.hpp"
#include "support/descriptions.hpp"
#include "support/formulas.hpp"
#include "support/interpreted.hpp"
#include "support/random_formula.hpp"
#include "support/refusal.hpp"
#include "support/seed.hpp"
#include "systems/planning.hpp"
#include "systems/tensor/formula_check.hpp"
#include "systems/tensor/formula_plan.hpp"
#include "tools/harness/oracle/random_problem.hpp"

BOOST_AUTO_TEST_SUITE(formula_test)

using stockham::device_description;

namespace {

stockham::internal::formula formula_of(const std::string& text) {
    return stockham::internal::parse_formula(text, stockham::internal::default_family({}));
}

stockham::internal::problem problem_of(const std::string& text) {
    return stockham::internal::make_problem(stockham::parse_transform(text));
}

std::vector<device_description> devices() {
    auto all = descriptions();
    for (const char* name : {"h200", "gfx90a"}) all.push_back(stockham::named_description(name));
    return all;
}

std::vector<std::string> sources(const stockham::internal::step_plan& plan, const device_description& device) {
    std::vector<std::string> all;
    for (const auto& launch : to_launches(plan, device, true)) all.push_back(launch.source);
    return all;
}

std::vector<stockham::internal::pass_problem> passes(const stockham::internal::problem& p,
                                                     const stockham::internal::plan_decisions& how) {
    return passes_of(p, how.sequence, places_of(p)).passes;
}

/// The formula of a candidate leads back to the same kernels and to the same formula.
void check_round_trip(const stockham::internal::problem& p, const device_description& device,
                      const stockham::internal::candidate& c) {
    const auto f = to_formula(p, c.how, c.plan.steps);
    BOOST_REQUIRE(f);
    const auto written = to_string(*f);
    BOOST_TEST_CONTEXT(written) {
        const auto how = stockham::internal::read_plan(written, p, device);
        const auto again = build_plan(p, device, how);
        BOOST_TEST(to_string(again.plan) == to_string(c.plan));
        BOOST_TEST(sources(again.plan, device) == sources(c.plan, device));
        BOOST_TEST(to_string(to_formula(p, again.how, again.plan.steps).value()) == written);
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_papers_formulas_run) {
    for (const auto& each : papers_formulas)
        for (const auto& device : devices())
            for (const char* more : {"", " b3 in", " inv scale=0.3"}) {
                const auto t = stockham::parse_transform(std::string("c2c f32 ") + each.lengths + more);
                const auto p = stockham::internal::make_problem(t);
                BOOST_TEST_CONTEXT(each.name << " of " << to_string(t) << " for " << device.name) {
                    const auto how = stockham::internal::read_plan(each.text, p, device);
                    const auto c = build_plan(p, device, how);
                    check_interpreted(t, device, c.plan);
                    check_round_trip(p, device, c);
                }
            }
}

BOOST_AUTO_TEST_CASE(formulas_are_printed_as_they_are_read) {
    for (const auto& each : papers_formulas) BOOST_TEST(to_string(formula_of(each.text)) == each.text);
    BOOST_TEST(to_string(formula_of(" { d( 16,64 ,64, I,S),{ d(64,1,1,S,S)+cp(16,64,64,S,O) } } ")) ==
               "{d(16,64,64,I,S), d(64,1,1,S,S) + cp(16,64,64,S,O)}");
    BOOST_TEST(to_string(formula_of("{t_4^8*16(4,1,1,O,O)}:width=8 ; ; one_launch")) ==
               "{t_4^128(4,1,1,O,O)} : width=8 ; ; one_launch");
}

/// Each codelet of a formula is one stage of the pass of its kernel, with the same radix and in the same order.
BOOST_AUTO_TEST_CASE(codelets_are_stages) {
    const auto p = problem_of("c2c f32 16x16");
    for (const auto& device : devices()) {
        const auto how =
            stockham::internal::read_plan("{d(4,64,64,I,S), d(16,1,1,S,S), t_4^4(4,16,64,S,O)}", p, device);
        BOOST_TEST(how.sequence.passes.size() == 1U);
        const auto c = build_plan(p, device, how);
        std::string chain;
        for (const auto& link :
             stockham::internal::chain_of(std::get<stockham::internal::pass_step>(c.plan.steps.front())))
            chain += std::to_string(link.digit) + ":" + std::to_string(link.radix) + " ";
        BOOST_TEST(chain == "0:4 1:16 0:4 ");
    }
}

BOOST_AUTO_TEST_CASE(axes_of_one_point) {
    for (const char* lengths : {"1x64", "64x1", "1x64x1"}) {
        const auto t = stockham::parse_transform(std::string("c2c f32 b3 ") + lengths);
        const auto p = stockham::internal::make_problem(t);
        for (const char* text : {"{d(64,1,1,I,O)}", "{d(16,4,1,I,O), t_4^16(4,16,16,O,O)}"}) {
            const auto device = stockham::named_description("h200");
            const auto c = build_plan(p, device, stockham::internal::read_plan(text, p, device));
            check_interpreted(t, device, c.plan);
            check_round_trip(p, device, c);
        }
    }
}

BOOST_AUTO_TEST_CASE(where_the_transposition_is) {
    const auto how = [](const char* text) {
        return to_string(
            stockham::internal::read_plan(text, problem_of("c2c f32 128"), stockham::named_description("h200")));
    };
    BOOST_TEST(how("{d(16,8,1,I,O), t_8^16(8,16,16,O,O)}").find("16*8 :") == 0U);
    BOOST_TEST(how("{d(16,8,8,I,W), t_8^16(8,1,16,W,O)}").find("16*8~ :") == 0U);
    BOOST_TEST(how("{t_8^16(8,16,16,I,I), d(16,1,8,I,O)}").find("8*16~ :") == 0U);
    BOOST_TEST(how("{t_8^16(8,16,1,I,O), d(16,8,8,O,O)}").find("8*16 :") == 0U);
    BOOST_TEST(how("{d(16,8,1,I,S), t_8^16(8,16,16,S,O)}").find("128 :") == 0U);
}

// The later pass applies the twiddle factors between passes in (3), the earlier one in (4).
BOOST_AUTO_TEST_CASE(in_time_and_in_frequency) {
    const auto h200 = stockham::named_description("h200"), cpu = stockham::named_description("cpu");
    const auto how = [](const char* lengths, const char* text, const device_description& device) {
        auto r = stockham::internal::read_plan(text, problem_of(std::string("c2c f32 ") + lengths), device);
        r.choices.assign(r.choices.size(), stockham::internal::work_group_choice{});
        return to_string(r);
    };
    const char* in_time = "{d(16,8,1,I,O), t_8^16(8,16,16,O,O)}";
    BOOST_TEST(how("128", in_time, h200) == "16*8 : 0.0 ; 0.1<");
    BOOST_TEST(how("128", in_time, cpu) == "16*8 : 0.0 ; 0.1");
    BOOST_TEST(how("128", "{t_8^16(8,16,16,I,I), d(16,1,8,I,O)}", h200) == "8*16~ : 0.0 ; 0.1");
    BOOST_TEST(how("128x32", "{d(8,512,32,I,O), t_4^8(4,256,256,O,O), t_4^32(4,1024,1024,O,O), d(32,1,1,O,O)}", h200) ==
               "8*4*4 x 32 : 0.0 ; 0.1< ; 0.2< ; 1.0");
    // In frequency up to the middle, then in time. Here it does not matter which of the outer two has their common
    // factors.
    for (const char* both : {"{t_8^16(8,512,32,I,O), d(4,256,256,O,O), t_4^4(4,1024,1024,O,O), d(32,1,1,O,O)}",
                             "{t_8^4(8,512,32,I,O), d(4,256,256,O,O), t_4^32(4,1024,1024,O,O), d(32,1,1,O,O)}"})
        BOOST_TEST(how("128x32", both, h200) == "8*4*4 x 32 : 0.0 ; 0.1 ; 0.2< ; 1.0");
    const auto p = problem_of("c2c f32 128");
    expect_unsupported_error(
        "plan string", [&] { built_by(p, cpu, "16*8 : 0.0 ; 0.1<"); }, "lanes");
    expect_unsupported_error(
        "plan string", [&] { built_by(p, h200, "16*8 : 0.0< ; 0.1"); }, "once");
    // The digit in between has both kinds, which no codelet of a formula can have.
    const auto mixed = built_by(problem_of("c2c f32 512"), h200, "8*8*8 : 0.0 ; 0.1< ; 0.2");
    BOOST_TEST(!to_formula(problem_of("c2c f32 512"), mixed.how, mixed.plan.steps));
}

/// Every way to apply twiddle factors, with any digits in time.
BOOST_AUTO_TEST_CASE(any_digit_may_be_in_time) {
    for (const char* how : {"8*8*8 : 0.0 ; 0.1< ; 0.2", "8*8*8 : 0.0 ; 0.1 ; 0.2<", "8*8*8~ : 0.0 ; 0.1< ; 0.2<",
                            "4*8*16 : 0.0 ; 0.1 ; 0.2<", "16*8*4~ : 0.0 ; 0.1 ; 0.2<", "16*32 : 0.0 ; 0.1<",
                            "16*32~ : 0.0 chain=4.4 ; 0.1< chain=4.8", "16*32 : 0.0 points=8 ; 0.1< points=32 width=4"})
        for (const char* text : {"c2c f32 512 b3", "c2c f64 512 inv in", "c2c f32 512 b4 is=4 id=1 os=4 od=1"})
            for (const auto& device : {stockham::named_description("h200"), made_up(16, 64)}) {
                const auto t = stockham::parse_transform(text);
                BOOST_TEST_CONTEXT(how)
                check_interpreted(t, device, built_by(stockham::internal::make_problem(t), device, how).plan);
            }
    const auto device = stockham::named_description("h200");
    for (const char* how : {"9*5*7 : 0.0 ; 0.1< ; 0.2", "9*5*7~ : 0.0 ; 0.1 ; 0.2<"}) {
        const auto t = stockham::parse_transform("c2c f32 315 b2");
        check_interpreted(t, device, built_by(stockham::internal::make_problem(t), device, how).plan);
    }
    const auto two = stockham::parse_transform("c2c f32 16x16");
    for (const char* how : {"4*4 x 4*4 : 1.0+0.0 ; 0.1<+1.1<", "4*4 x 4*4~ : 1.0+0.0 ; 0.1+1.1<"})
        check_interpreted(two, device, built_by(stockham::internal::make_problem(two), device, how).plan);
}

// The options of the paper are for plan strings on GPUs. No search uses them.
BOOST_AUTO_TEST_CASE(the_papers_options) {
    const auto h200 = stockham::named_description("h200");
    const auto t = stockham::parse_transform("c2c f32 128x128");
    const auto p = stockham::internal::make_problem(t);
    const std::string seven = "{d(16,1024,128,I,O), t_8^16(8,2048,2048,O,S), d(16,8,8,S,S), t_8^16(8,1,16,S,O)}";
    for (const auto& [word, text] : {std::pair{"exchange=planar", "exchanged + LOCAL_SIZE, IMAGINARY_PART"},
                                     {"twiddles=native", "native_cos(angle)"},
                                     {"twiddles=precise", "(element)(cos(angle)"}}) {
        const auto c = build_plan(p, h200, stockham::internal::read_plan(seven + " : ; " + word, p, h200));
        BOOST_TEST(to_string(c.how).find(word) != std::string::npos);
        BOOST_TEST(sources(c.plan, h200).at(1).find(text) != std::string::npos);
        check_interpreted(t, h200, c.plan);
        check_round_trip(p, h200, c);
        for (const auto& choice : pass_choices(passes(p, c.how).at(1), h200))
            for (const auto& all : {std::vector{choice}, variations(choice, h200)})
                for (const auto& any : all) BOOST_TEST(to_string(any).find(word) == std::string::npos);
    }
    const auto not_held = [](const char* problem, const char* how, const char* device) {
        expect_unsupported_error(
            "plan string", [&] { built_by(problem_of(problem), stockham::named_description(device), how); },
            "pass 1, option ");
    };
    not_held("c2c f64 64", "64 : 0.0 twiddles=native", "h200");
    not_held("c2c f32 64", "64 : 0.0 exchange=planar", "cpu");
    not_held("c2c f32 64", "64 : 0.0 twiddles=precise", "cpu");
    not_held("c2c f32 241", "241 : 0.0 twiddles=precise", "h200");
}

namespace {

/// Another number of points or of factors is never right. Neither is a step that is repeated or missing.
void check_damaged(const stockham::internal::formula& right, std::mt19937& g, const stockham::internal::problem& p,
                   const device_description& device) {
    const auto refused = [&](auto damage) {
        auto f = right;
        damage(f, f.steps[g() % f.steps.size()]);
        BOOST_TEST_CONTEXT(to_string(f))
        expect_unsupported_error("formula", [&] { to_decisions(f, p, device); });
    };
    refused([](auto&, auto& s) { s.n = s.subscript = 2 * s.n; });
    refused([](auto&, auto& s) {
        s.what = stockham::internal::formula_step::kind::twiddle;
        s.subscript = s.n;
        s.superscript *= 2;
    });
    refused([](auto& f, auto& s) { f.steps.push_back(s); });
    refused([](auto& f, auto& s) { f.steps.erase(f.steps.begin() + (&s - f.steps.data())); });
}

}  // namespace

BOOST_AUTO_TEST_CASE(whatever_the_papers_rules_lead_to_is_right) {
    const unsigned seed = test_seed();
    std::mt19937 g(seed);
    const auto all = devices();
    for (int count = 0; count < 200; ++count) {
        stockham::transform t;
        t.lengths.clear();
        for (std::size_t left = 4096, axes = 1 + g() % 3; t.lengths.size() < axes;) {
            std::size_t n = 2;
            while (2 * n <= left / 8 && g() % 8) n *= 2;
            t.lengths.push_back(n);
            left /= n;
        }
        t.batch = 1 + g() % 3;
        const auto text = to_string(random_formula(g, t.lengths).made);
        const auto& device = all[g() % all.size()];
        BOOST_TEST_CONTEXT("STOCKHAM_TEST_SEED=" << seed << ", " << count << ": " << to_string(t) << " by " << text) {
            const auto p = stockham::internal::make_problem(t);
            check_interpreted(t, device, build_plan(p, device, stockham::internal::read_plan(text, p, device)).plan);
            check_damaged(formula_of(text), g, p, device);
        }
    }
}

BOOST_AUTO_TEST_CASE(plans_lead_back_from_their_formulas) {
    for (const auto& device : devices())
        for (const char* text :
             {"c2c f32 8 b37 in", "c2c f32 64 b1000", "c2c f32 4096 b16", "c2c f64 8192", "c2c f32 65536",
              "c2c f64 1048576 in", "c2c f32 67108864", "c2c f32 64x64 b256", "c2c f64 1024x1024",
              "c2c f32 512x2048 in inv scale=0.5", "c2c f32 128x128x128",
              "c2c f32 32x32 b3 is=40,1 id=1300 os=1,33 od=1100", "c2c f32 256 b100 is=100 id=1 os=100 od=1",
              "c2c f32 2048x2048 algorithm=tensor", "c2c f64 64x32x256 in algorithm=tensor"})
            BOOST_TEST_CONTEXT(text << " for " << device.name) {
                const auto p = problem_of(text);
                for (const auto& c : cheapest_plans(p, device, 4))
                    if (c.how.system.empty()) check_round_trip(p, device, c);
            }
}

BOOST_AUTO_TEST_CASE(what_no_formula_says_has_none) {
    const auto device = stockham::named_description("h200");
    for (const char* text : {"r2c f32 64", "c2c f32 48", "c2c f32 64 if=planar", "c2c f16 64", "c2c f32 1",
                             "c2c f32 256x256 algorithm=row_transpose"})
        BOOST_TEST(plan_text(stockham::parse_transform(text), device).find("as a formula") == std::string::npos);
    const auto t = stockham::parse_transform("c2c f32 64x64");
    BOOST_TEST(plan_text(t, device).find("as a formula: {") != std::string::npos);
    BOOST_TEST(plan_text(t, device, "{d(64,64,64,I,S), d(64,1,1,S,O)}").find("64 x 64 : 0.0+1.0") != std::string::npos);
    const auto large = built_by(problem_of("c2c f32 256"), device, "256 : 0.0 chain=256");
    BOOST_TEST(!to_formula(problem_of("c2c f32 256"), large.how, large.plan.steps));
}

// Any order of the digits of different axes is a transform.
BOOST_AUTO_TEST_CASE(digits_commute_across_axes) {
    const auto device = stockham::named_description("h200");
    for (const char* how : {"8*8 x 8*8 : 0.0 ; 1.0 ; 0.1 ; 1.1", "8*8~ x 8*8 : 1.0 ; 0.0 ; 1.1 ; 0.1",
                            "4*16 x 4*16~ : 1.0 ; 0.0+1.1 ; 0.1", "8*8 x 8*8 : 1.0+0.0 ; 0.1+1.1"})
        for (const char* text : {"c2c f32 64x64 b2", "c2c f32 64x64 in inv"}) {
            const auto t = stockham::parse_transform(text);
            check_interpreted(t, device, built_by(stockham::internal::make_problem(t), device, how).plan);
        }
}

BOOST_AUTO_TEST_SUITE_END()
