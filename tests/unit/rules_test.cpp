// The planner's rules: each one is chosen for some problem, explains itself where it is not, and the cheapest proposal
// is the plan.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <stockham/error.hpp>
#include <stockham/estimate.hpp>

#include "plan/rules.hpp"
#include "systems/planning.hpp"

BOOST_AUTO_TEST_SUITE(rules_test)

namespace {

using stockham::explain_plan;
using stockham::parse_transform;
using stockham::rule_estimate;

struct sample {
    const char* problem;
    const char* device;
    const char* rule;  // that is chosen
};

constexpr sample samples[] = {
    {"c2c f32 1024", "h200", "unchanged problem"},
    {"c2r f32 1080x1920", "gfx906", "paired real lines"},
    {"r2c f32 1920 b10000", "h200", "packed real lines"},
    {"c2c f32 524309", "h200", "lengthened axes"},
    {"c2c f64 2011 b4000", "h200", "axes lengthened for a tile"},
    {"c2c f32 65536", "h200", "two passes in one launch"},
    {"c2c f32 64x64 b512", "cpu", "parts in one launch"},
    {"c2c f32 64x64 algorithm=row_transpose", "h200", "row_transpose"},
    {"c2c f32 64x64x64 algorithm=five_step", "h200", "five_step"},
    {"c2c f32 64x64 algorithm=tensor", "h200", "tensor"},
    {"c2c f32 64x64 algorithm=constant_geometry", "h200", "constant_geometry"},
    {"c2c f32 64 algorithm=constant_geometry_bit_reversed", "h200", "constant_geometry_bit_reversed"},
    {"c2c f32 64x64 algorithm=split_half", "h200", "split_half"},
};

std::vector<rule_estimate> outcomes_of(const sample& s) {
    return explain_plan(stockham::named_description(s.device), parse_transform(s.problem));
}

const rule_estimate& chosen(const std::vector<rule_estimate>& all) {
    return *std::find_if(all.begin(), all.end(), [](const rule_estimate& r) { return r.rejected.empty(); });
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_rule_is_chosen_for_some_problem) {
    std::map<std::string, int> times_chosen;
    for (const auto& rule : stockham::internal::plan_rules(stockham::internal::published_systems()))
        times_chosen[rule.name] = 0;
    for (const auto& s : samples) {
        const auto outcomes = outcomes_of(s);
        const auto& best = chosen(outcomes);
        BOOST_TEST(best.rule == s.rule, s.problem << " on " << s.device << ": " << best.rule);
        ++times_chosen.at(best.rule);
    }
    for (const auto& [rule, times] : times_chosen) BOOST_TEST(times > 0, rule);
}

BOOST_AUTO_TEST_CASE(the_chosen_proposal_is_the_plan) {
    for (const auto& s : samples) {
        const auto device = stockham::named_description(s.device);
        const auto problem = stockham::internal::make_problem(parse_transform(s.problem));
        const auto plan = std::move(stockham::internal::cheapest_plans(problem, device, 1).front());
        const auto outcomes = outcomes_of(s);
        BOOST_TEST(chosen(outcomes).plan_string == to_string(plan.how), s.problem);
        BOOST_TEST(chosen(outcomes).seconds == plan.cost, s.problem);
    }
}

BOOST_AUTO_TEST_CASE(every_rule_reports_a_plan_or_a_reason) {
    for (const auto& s : samples) {
        const auto outcomes = outcomes_of(s);
        BOOST_TEST(outcomes.size() == 13U);
        const auto& best = chosen(outcomes);
        for (const auto& r : outcomes) {
            BOOST_TEST((r.plans > 0) == !r.plan_string.empty(), s.problem << ": " << r.rule);
            if (&r == &best) continue;
            BOOST_TEST(!r.rejected.empty(), s.problem << ": " << r.rule);
            if (r.plans > 0) BOOST_TEST(r.seconds >= best.seconds, s.problem << ": " << r.rule);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_problem_without_a_plan_is_refused) {
    const auto too_long = parse_transform("c2c f32 65536 algorithm=constant_geometry_bit_reversed");
    BOOST_CHECK_THROW(explain_plan(stockham::named_description("h200"), too_long), stockham::unsupported_error);
    auto single = stockham::named_description("h200");
    single.fp64 = stockham::double_support::none;
    BOOST_CHECK_THROW(explain_plan(single, parse_transform("c2c f64 64")), stockham::unsupported_error);
    auto wrong = stockham::named_description("h200");
    wrong.compute_units = 0;
    BOOST_CHECK_THROW(explain_plan(wrong, parse_transform("c2c f32 64")), stockham::argument_error);
}

BOOST_AUTO_TEST_SUITE_END()
