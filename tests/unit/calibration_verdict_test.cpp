// How stockham calibrate compares a new profile, with made-up times: the problems, the rounds, and the decision.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>

#include <stockham/calibration.hpp>

#include "calibration/alternating_rounds.hpp"
#include "calibration/comparison.hpp"
#include "calibration/problems.hpp"
#include "problem/problem.hpp"
#include "systems/planning.hpp"

BOOST_AUTO_TEST_SUITE(calibration_verdict_test)

using namespace stockham::internal;
using stockham::profile_case;
using stockham::profile_comparison;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

profile_case case_of(double before, double after) {
    profile_case c;
    c.before.measured = before;
    c.after.measured = after;
    return c;
}

/// Problems whose times change by these factors.
profile_comparison comparison_of(const std::vector<double>& ratios) {
    profile_comparison found;
    for (double r : ratios) found.cases.push_back(case_of(2, 2 * r));
    return found;
}

/// Runs with made-up times, and a log with one letter per call.
struct fake_device {
    std::string log;
    unsigned executions = 0;

    timed_run run(char name, double seconds, double (*slowdown)(std::size_t call)) {
        return [=](unsigned count) {
            log += name;
            executions = count;
            return seconds * slowdown(log.size());
        };
    }
};

double steady(std::size_t) {
    return 1;
}

}  // namespace

BOOST_AUTO_TEST_CASE(ratio_of_a_case) {
    BOOST_TEST(case_of(2e-6, 3e-6).ratio() == 1.5);
    auto same = case_of(2e-6, 3e-6);
    same.same_plan = true;
    BOOST_TEST(same.ratio() == 1);
    for (const double odd : {0.0, -1.0, infinite, no_number}) {
        BOOST_TEST(case_of(odd, 1).ratio() == infinite);
        BOOST_TEST(case_of(1, odd).ratio() == infinite);
    }
}

BOOST_AUTO_TEST_CASE(the_mean_is_geometric) {
    BOOST_TEST(comparison_of({2, 0.5}).mean_ratio() == 1);
    BOOST_CHECK_CLOSE(comparison_of({1.1, 0.5, 0.8}).mean_ratio(), std::cbrt(0.44), 1e-9);
    BOOST_TEST(comparison_of({0.5, 1.25, 0.25}).worst_ratio() == 1.25);
    BOOST_TEST(comparison_of({0.5, 0.25}).worst_ratio() == 0.5);
    BOOST_TEST(comparison_of({}).mean_ratio() == 1);
    BOOST_TEST(comparison_of({}).worst_ratio() == 1);
    BOOST_TEST(comparison_of({}).mean_error() == 0);
}

BOOST_AUTO_TEST_CASE(error_of_the_new_predictions) {
    auto found = comparison_of({1, 1});  // measured: 2 and 2
    found.cases[0].after.predicted = 1;
    found.cases[1].after.predicted = 3;
    BOOST_TEST(found.mean_error() == 0.5);
}

BOOST_AUTO_TEST_CASE(decision) {
    BOOST_TEST(comparison_of({}).is_worth_keeping());
    BOOST_TEST(comparison_of({1, 1, 1}).is_worth_keeping());
    BOOST_TEST(comparison_of({0.9, 0.95, 1.05}).is_worth_keeping());
    BOOST_TEST(!comparison_of({1, 1, 1.001}).is_worth_keeping());
    // Faster in the mean, but one problem is slower.
    BOOST_TEST(comparison_of({0.5, 0.5, 1.0999}).is_worth_keeping());
    BOOST_TEST(!comparison_of({0.5, 0.5, 1.1001}).is_worth_keeping());
    // A case seen in practice: many problems slightly slower, one far slower.
    BOOST_TEST(!comparison_of({0.98, 1.04, 1.13, 2.27}).is_worth_keeping());
    BOOST_TEST(!comparison_of({0.5, 0.5, no_number}).is_worth_keeping());
    BOOST_TEST(!comparison_of({0.5, 0.5, infinite}).is_worth_keeping());
    BOOST_TEST(!comparison_of({0.5, 0.5, 0}).is_worth_keeping());
}

BOOST_AUTO_TEST_CASE(rounds_alternate) {
    fake_device d;
    const auto times = measure_in_turn(d.run('a', 2e-6, steady), d.run('b', 3e-6, steady));
    BOOST_TEST(times.before == 2e-6);
    BOOST_TEST(times.after == 3e-6);
    BOOST_TEST(times.rounds == 11U);
    BOOST_TEST(d.log == "ababbaabbaabbaabbaabbaab");  // one trial each, then rounds
    BOOST_TEST(d.executions == 1000U);                // 3 ms
}

// A device that heats up, or a host that slows down, must not favour either profile.
BOOST_AUTO_TEST_CASE(drift_concerns_both) {
    const auto slower = [](std::size_t call) { return 1 + 0.02 * static_cast<double>(call); };
    fake_device d;
    const auto times = measure_in_turn(d.run('a', 1e-5, slower), d.run('b', 1e-5, slower));
    BOOST_CHECK_CLOSE(times.after / times.before, 1.0, 2.0);
}

BOOST_AUTO_TEST_CASE(interruptions_do_not_count) {
    const auto interrupted = [](std::size_t call) { return call % 5 == 0 ? 50.0 : 1.0; };
    fake_device d;
    const auto times = measure_in_turn(d.run('a', 1e-5, interrupted), d.run('b', 2e-5, interrupted));
    BOOST_TEST(times.before == 1e-5);
    BOOST_TEST(times.after == 2e-5);
}

BOOST_AUTO_TEST_CASE(long_executions_get_fewer_rounds) {
    fake_device d;
    const auto times = measure_in_turn(d.run('a', 1, steady), d.run('b', 1, steady));
    BOOST_TEST(times.rounds == 5U);
    BOOST_TEST(d.executions == 1U);
    for (const double seconds : {1e-2, 1.2e-2, 1.4e-2, 1e-1})
        BOOST_TEST(measure_in_turn(d.run('a', seconds, steady), d.run('b', seconds, steady)).rounds % 2 == 1U);
}

BOOST_AUTO_TEST_CASE(the_same_plan_is_measured_once) {
    fake_device d;
    const auto times = measure_alone(d.run('a', 1e-5, steady));
    BOOST_TEST(times.before == 1e-5);
    BOOST_TEST(times.after == times.before);
    BOOST_TEST(d.log == std::string(12, 'a'));
}

// The clock is too coarse to measure anything.
BOOST_AUTO_TEST_CASE(no_time_at_all) {
    fake_device d;
    const auto times = measure_in_turn(d.run('a', 0, steady), d.run('b', 0, steady));
    BOOST_TEST(case_of(times.before, times.after).ratio() == infinite);
}

// The comparison must not use the problems that the numbers were fitted to.
BOOST_AUTO_TEST_CASE(most_problems_are_held_out) {
    std::set<std::string> fitted;
    for (const auto* list : {&fitted_passes(), &fitted_in_cache(), &fitted_beyond_cache()})
        fitted.insert(list->begin(), list->end());
    std::size_t held_out = 0, in_cache = 0, beyond = 0;
    for (const auto& text : judged_problems()) {
        const auto t = stockham::parse_transform(text);
        const auto bytes = std::max(input_bytes(t), output_bytes(t));
        held_out += fitted.count(text) == 0;
        in_cache += bytes >= 500'000 && bytes <= 12'000'000;
        beyond += bytes >= 60'000'000;
    }
    const auto all = judged_problems().size();
    BOOST_TEST(std::set<std::string>(judged_problems().begin(), judged_problems().end()).size() == all);
    BOOST_TEST(10 * held_out >= 9 * all);
    BOOST_TEST(4 * in_cache >= 3 * all);
    BOOST_TEST(beyond >= 6U);
}

BOOST_AUTO_TEST_CASE(problems_that_can_be_measured) {
    auto d = stockham::named_description("h200");
    constexpr std::uint64_t most = 256 << 20;
    const auto planned = plan_twice("c2c f32 1024x1024", d, d, most);
    BOOST_REQUIRE(planned);
    BOOST_TEST(same_kernels(planned->before, planned->after));
    BOOST_TEST(planned->bytes >= 8U << 20);
    BOOST_TEST(!plan_twice("c2c f32 1024x1024", d, d, (8U << 20) - 1));
    BOOST_TEST(!plan_twice("c2c f16 64", d, d, most));
    BOOST_TEST(!plan_twice("c2c f32 64 if=planar", d, d, most));
    BOOST_TEST(plan_twice("c2c f64 64", d, d, most).has_value());
    d.fp64 = stockham::double_support::none;
    BOOST_TEST(!plan_twice("c2c f64 64", d, d, most));
}

BOOST_AUTO_TEST_CASE(plans_of_the_same_kernels) {
    const auto d = stockham::named_description("h200");
    const auto p = make_problem(stockham::parse_transform("c2c f32 1024x1024"));
    const auto plans = cheapest_plans(p, d, 2);
    BOOST_REQUIRE_EQUAL(plans.size(), 2U);
    BOOST_TEST(same_kernels(plans[0], plans[0]));
    BOOST_TEST(!same_kernels(plans[0], plans[1]));
    // A plan string with all options is the same plan.
    BOOST_TEST(same_kernels(plans[0], build_plan(p, d, spelled_out(plans[0]))));
}

BOOST_AUTO_TEST_SUITE_END()
