// Chooses plans by a first profile and measures them.
#include "calibration/plan_times.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "lowering/lowering.hpp"
#include "plan/launch_sharing.hpp"
#include "profile/known_profiles.hpp"
#include "profile/profile_json.hpp"

namespace stockham::internal {

namespace {

/// The cheapest plans of a problem, and plans that share a launch.
std::vector<candidate> plans_of(const problem& what, std::size_t each, const device_description& device) {
    auto plans = cheapest_plans(what, device, each);
    auto shared = shared_launches(what, device);
    if (shared.size() > each) shared.resize(each);
    std::move(shared.begin(), shared.end(), std::back_inserter(plans));
    return plans;
}

}  // namespace

device_description with_profile(device_description d, const profile_data& p) {
    d.profile = profile_access::make(read_profile(to_json(p), "the profile that is being measured"));
    return d;
}

bool fits(const calibration_bench& bench, const transform& t) {
    if (t.precision == precision::f64 && bench.device().fp64 == double_support::none) return false;
    const auto p = make_problem(t);
    return p.points() * element_size(p.precision) <= bench.bytes();
}

double device_seconds(calibration_bench& bench, const step_plan& plan) {
    return bench.device_seconds(to_launches(plan, bench.device(), true));
}

std::vector<plan_time> measure_passes(calibration_bench& bench, const problem_list& problems, const profile_data& p,
                                      const calibration_report& report) {
    const auto device = with_profile(bench.device(), p);
    std::vector<plan_time> all;
    for (const auto& text : problems) {
        const auto t = parse_transform(text);
        if (!fits(bench, t)) continue;
        constexpr std::size_t cheapest = 8;
        const auto plans = cheapest_plans(make_problem(t), device, cheapest);
        const auto c =
            std::find_if(plans.begin(), plans.end(), [](const candidate& each) { return each.plan.steps.size() == 1; });
        if (c == plans.end()) continue;
        report(text);
        all.push_back({text, c->how, device_seconds(bench, c->plan)});
    }
    return all;
}

std::vector<plan_time> measure_plans(calibration_bench& bench, const problem_list& problems, std::size_t each,
                                     const profile_data& p, const calibration_report& report) {
    const auto device = with_profile(bench.device(), p);
    std::vector<plan_time> all;
    for (const auto& text : problems) {
        const auto t = parse_transform(text);
        if (!fits(bench, t)) continue;
        report(text);
        for (const auto& c : plans_of(make_problem(t), each, device))
            if (c.plan.workspace_bytes <= bench.bytes()) all.push_back({text, c.how, device_seconds(bench, c.plan)});
    }
    return all;
}

double predicted_seconds(const plan_time& m, const device_description& device) {
    const auto& launches = profile_of(device).launches;
    const auto c = build_plan(make_problem(parse_transform(m.problem)), device, m.how);
    const double passes = std::accumulate(c.device_seconds.begin(), c.device_seconds.end(), 0.0);
    if (c.plan.one_launch) return launches.gap + passes + launches.handover;
    return static_cast<double>(c.device_seconds.size()) * launches.gap + passes;
}

}  // namespace stockham::internal
