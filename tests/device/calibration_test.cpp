// A calibration of the device under test: plausible numbers, as a CPU and as a GPU; plans of two profiles measured in
// turn; and cancelling by the caller.
#include <boost/test/unit_test.hpp>

#include "calibration/comparison.hpp"
#include "calibration/fit.hpp"
#include "calibration/memory_curves.hpp"
#include "profile/known_profiles.hpp"
#include "profile/profile_json.hpp"
#include "support/on_device.hpp"
#include "support/refusal.hpp"
#include "systems/planning.hpp"

BOOST_AUTO_TEST_SUITE(calibration_test)

using stockham::calibrate;
using stockham::compare_profiles;
using stockham::internal::profile_data;

namespace {

void check_numbers(const profile_data& p) {
    BOOST_TEST(p.launches.every > 0);
    BOOST_TEST(p.launches.every < 0.1);
    BOOST_TEST(p.launches.gap >= 0);
    BOOST_TEST(p.launches.gap <= p.launches.every);
    for (const auto& rate : p.copy.points()) {
        BOOST_TEST(rate.y > 1e6);
        BOOST_TEST(rate.y < 1e14);
    }
    for (const auto* costs : {&p.beyond, &p.cached})
        for (const auto& run : costs->runs.points()) BOOST_TEST(run.y >= 1);
    // The written profile can be read.
    BOOST_TEST(!stockham::device_profile::parse(to_json(p)).to_json().empty());
}

}  // namespace

BOOST_AUTO_TEST_CASE(of_this_device) {
    const auto& d = test_device::get();
    std::size_t cases = 0;
    stockham::calibration_options options;
    options.predict = false;
    options.progress = [&](const std::string& what) {
        BOOST_TEST(!what.empty());
        ++cases;
        return true;
    };
    const auto made = calibrate(d.context, d.device, options);
    BOOST_TEST(cases > 10U);
    BOOST_TEST(made.cases.empty());
    BOOST_TEST(made.mean_error() == 0);
    auto described = stockham::describe(d.device);
    described.profile = made.profile;
    const auto& numbers = stockham::internal::profile_of(described);
    BOOST_TEST(numbers.device == described.name);
    check_numbers(numbers);
    // Plans can be made with it.
    BOOST_TEST(estimate(described, stockham::parse_transform("c2c f32 64x64")).seconds > 0);
}

// A GPU has more measurements, which can run on any device.
BOOST_AUTO_TEST_CASE(as_if_it_were_a_gpu) {
    const auto& d = test_device::get();
    auto described = stockham::describe(d.device);
    described.vector_bytes = 0;
    described.kind = stockham::device_kind::gpu;
    described.profile = {};
    stockham::internal::context_state state(d.context, stockham::internal::purpose::trial);
    stockham::internal::calibration_bench bench(state, d.device, described, 4 << 20);
    auto numbers = stockham::internal::base_profile(false);
    measure_memory(bench, numbers, [](const std::string&) {});
    check_numbers(numbers);
    BOOST_TEST(numbers.unit_rate > 0);
    BOOST_TEST(numbers.beyond.runs.points().size() == 6U);
    BOOST_TEST(numbers.beyond.strides.points().size() >= 2U);
    set_typical(numbers);
    const auto plans =
        measure_plans(bench, {"c2c f32 64 b64", "c2c f32 32x32 b8"}, 2, numbers, [](const std::string&) {});
    BOOST_TEST(plans.size() >= 4U);
    for (const auto& m : plans) BOOST_TEST(m.seconds >= 0);
    fit_gpu(numbers, bench.device(), plans);
    check_numbers(numbers);
}

// Two plans of one problem, whichever this device prefers.
BOOST_AUTO_TEST_CASE(plans_measured_in_turn) {
    const auto& d = test_device::get();
    stockham::internal::context_state state(d.context, stockham::internal::purpose::trial);
    stockham::internal::calibration_bench bench(state, d.device, stockham::describe(d.device), 1 << 20);
    const std::string text = "c2c f32 64x64";
    const auto p = stockham::internal::make_problem(stockham::parse_transform(text));
    const auto plans = stockham::internal::cheapest_plans(p, bench.device(), 2);
    BOOST_REQUIRE_EQUAL(plans.size(), 2U);
    const auto found = measure_case(bench, {text, plans[0], plans[1], 0});
    BOOST_TEST(found.problem == text);
    BOOST_TEST(!found.same_plan);
    BOOST_TEST(found.before.plan_string != found.after.plan_string);
    BOOST_TEST(found.rounds >= 5U);
    for (const auto* plan : {&found.before, &found.after}) {
        BOOST_TEST(plan->predicted > 0);
        BOOST_TEST(plan->measured > 0);
        BOOST_TEST(plan->measured < 1);
    }
    BOOST_TEST(found.ratio() == found.after.measured / found.before.measured);
}

BOOST_AUTO_TEST_CASE(a_profile_beside_itself) {
    const auto& d = test_device::get();
    stockham::comparison_options options;
    options.problems = {"c2c f32 64x64", "c2c f32 64x64"};
    std::vector<std::string> reported;
    options.progress = [&](const std::string& what) {
        reported.push_back(what);
        return true;
    };
    const auto known = stockham::device_profile::known(stockham::describe(d.device));
    const auto found = compare_profiles(d.context, d.device, {}, known, options);
    BOOST_TEST(reported == options.problems, boost::test_tools::per_element());
    BOOST_TEST(!found.before.empty());
    BOOST_TEST(found.before == found.after);
    BOOST_REQUIRE_EQUAL(found.cases.size(), 2U);
    for (const auto& c : found.cases) {
        BOOST_TEST(c.same_plan);
        BOOST_TEST(c.after.measured > 0);
        BOOST_TEST(c.before.measured == c.after.measured);
    }
    BOOST_TEST(found.mean_ratio() == 1);
    BOOST_TEST(found.is_worth_keeping());
    options.progress = [](const std::string&) { return false; };
    BOOST_CHECK_THROW(compare_profiles(d.context, d.device, {}, known, options), stockham::calibration_cancelled);
}

BOOST_AUTO_TEST_CASE(problems_that_cannot_be_compared) {
    const auto& d = test_device::get();
    const auto compare = [&](const char* problem) {
        stockham::comparison_options options;
        options.problems = {problem};
        compare_profiles(d.context, d.device, {}, {}, options);
    };
    expect_argument_error("problem", [&] { compare("c2c f32 64y64"); });
    for (const char* problem : {"c2c f16 64", "c2c f32 1024x1024 b4096", "c2c f32 64 if=planar"})
        expect_unsupported_error("comparison", [&] { compare(problem); });
    expect_argument_error("context", [&] { compare_profiles(nullptr, d.device, {}, {}); });
    expect_argument_error("device", [&] { compare_profiles(d.context, nullptr, {}, {}); });
}

BOOST_AUTO_TEST_CASE(ended_by_the_caller) {
    const auto& d = test_device::get();
    stockham::calibration_options options;
    unsigned left = 3;
    options.progress = [&](const std::string&) { return left-- > 0; };
    BOOST_CHECK_THROW(calibrate(d.context, d.device, options), stockham::calibration_cancelled);
}

BOOST_AUTO_TEST_CASE(bad_arguments) {
    const auto& d = test_device::get();
    expect_argument_error("context", [&] { calibrate(nullptr, d.device); });
    expect_argument_error("device", [&] { calibrate(d.context, nullptr); });
}

BOOST_AUTO_TEST_SUITE_END()
