// Measures passes and fits numbers of the cost model to their times.
#include "calibration/fit.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include <stockham/error.hpp>

#include "calibration/problems.hpp"
#include "launches/launches.hpp"
#include "profile/known_profiles.hpp"
#include "profile/profile_json.hpp"

namespace stockham::internal {

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

namespace {

/// A number of a profile and its lower bound.
struct number {
    double& (*of)(profile_data&);
    double least;
};

/// A plan of one pass with its time.
struct measured_pass {
    transform what;
    plan_decisions how;
    double seconds = 0;  ///< without its launch
};

double predicted(const measured_pass& pass, const device_description& device, profile_data p) {
    const auto c = build_plan(make_problem(pass.what), with_profile(device, p), pass.how);
    return std::accumulate(c.device_seconds.begin(), c.device_seconds.end(), 0.0);
}

/// The prediction as a linear function of a number: its value at 0 and its slope.
struct dependence {
    double at_zero = 0, slope = 0;
};
dependence dependence_of(const measured_pass& pass, const device_description& device, profile_data p, number n) {
    constexpr double unit = 1e-9;  // typical for seconds, and large enough for shares
    auto& value = n.of(p);
    value = 0;
    const double zero = predicted(pass, device, p);
    value = unit;
    return {zero, (predicted(pass, device, p) - zero) / unit};
}

double median(std::vector<double> all) {
    std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2), all.end());
    return all[all.size() / 2];
}

/// Sets the number to the median of the values with which the model matches the time of a pass. Uses passes that depend
/// on this number but not on `other`; without such passes the number stays.
void fit(number n, const std::vector<measured_pass>& passes, const device_description& device, profile_data& p,
         const number* other = nullptr) {
    std::vector<double> values;
    for (const auto& pass : passes) {
        const auto d = dependence_of(pass, device, p, n);
        if (!(d.slope > 0) || (other && dependence_of(pass, device, p, *other).slope > 0)) continue;
        values.push_back((pass.seconds - d.at_zero) / d.slope);
    }
    if (!values.empty()) n.of(p) = std::max(n.least, median(values));
}

std::vector<measured_pass> measure(calibration_bench& bench, const profile_data& p, const calibration_report& report) {
    const auto device = with_profile(bench.device(), p);
    std::vector<measured_pass> all;
    for (const auto& text : fitted_passes(p.lanes)) {
        const auto t = parse_transform(text);
        if (!fits(bench, t)) continue;
        constexpr std::size_t cheapest = 8;
        const auto plans = cheapest_plans(make_problem(t), device, cheapest);
        const auto c =
            std::find_if(plans.begin(), plans.end(), [](const candidate& each) { return each.plan.steps.size() == 1; });
        if (c == plans.end()) continue;
        report(text);
        const auto seconds = device_seconds(bench, c->plan);
        all.push_back({t, c->how, std::max(0.0, seconds - p.launches.gap)});
    }
    return all;
}

void fit_gpu(calibration_bench& bench, profile_data& p, const calibration_report& report) {
    const auto passes = measure(bench, p, report);
    const number exchanges[] = {{[](profile_data& q) -> double& { return q.work.exchange[2]; }, 0},
                                {[](profile_data& q) -> double& { return q.work.exchange[1]; }, 0},
                                {[](profile_data& q) -> double& { return q.work.exchange[0]; }, 0}};
    for (const auto& n : exchanges) fit(n, passes, bench.device(), p);
    auto& e = p.work.exchange;  // several work-groups per compute unit hide more than one
    e[1] = std::max(e[1], e[2]);
    e[0] = std::max(e[0], e[1]);
}

void fit_lanes(calibration_bench& bench, profile_data& p, const calibration_report& report) {
    const auto passes = measure(bench, p, report);
    const number stage{[](profile_data& q) -> double& { return q.lane.stage; }, 1e-12};
    const number gather{[](profile_data& q) -> double& { return q.lane.gather; }, 0};
    fit(stage, passes, bench.device(), p, &gather);
    fit(gather, passes, bench.device(), p);
}

}  // namespace

void fit_passes(calibration_bench& bench, profile_data& p, const calibration_report& report) {
    if (p.lanes)
        fit_lanes(bench, p, report);
    else
        fit_gpu(bench, p, report);
}

}  // namespace stockham::internal
