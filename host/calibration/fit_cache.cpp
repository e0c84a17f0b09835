// Measures plans whose data stay in the cache of a GPU, and fits the numbers of cache_costs to their times.
#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include <stockham/error.hpp>

#include "calibration/fit.hpp"
#include "calibration/least_squares.hpp"
#include "calibration/problems.hpp"
#include "plan/launch_sharing.hpp"

namespace stockham::internal {

namespace {

// Few, because drivers that compile one program at a time spend most of a calibration on it.
constexpr std::size_t plans_of_each = 3;

struct planned {
    std::string text;
    problem what;
    candidate plan;
};

/// Plans that stay in the cache: the cheapest ones of each problem, and plans that share a launch.
std::vector<planned> plans_to_measure(const calibration_bench& bench, const profile_data& p) {
    const auto device = with_profile(bench.device(), p);
    std::vector<planned> all;
    for (const auto& text : fitted_in_cache()) {
        const auto t = parse_transform(text);
        if (!fits(bench, t)) continue;
        const auto what = make_problem(t);
        auto plans = cheapest_plans(what, device, plans_of_each);
        auto shared = shared_launches(what, device);
        if (shared.size() > plans_of_each) shared.resize(plans_of_each);
        std::move(shared.begin(), shared.end(), std::back_inserter(plans));
        for (auto& c : plans) {
            const auto buffers = 2 * what.points() * element_size(what.precision) + c.plan.workspace_bytes;
            if (static_cast<double>(buffers) > p.cached_bytes || c.plan.workspace_bytes > bench.bytes()) continue;
            all.push_back({text, what, std::move(c)});
        }
    }
    return all;
}

struct measured_plan {
    problem what;
    plan_decisions how;
    double seconds = 0;
};

std::vector<measured_plan> measure_in_cache(calibration_bench& bench, const profile_data& p,
                                            const calibration_report& report) {
    report("plans that stay in the cache");
    const auto plans = plans_to_measure(bench, p);
    std::vector<measured_plan> all;
    std::string reported;
    for (const auto& each : plans) {
        if (each.text != reported) report(reported = each.text);
        all.push_back({each.what, each.plan.how, device_seconds(bench, each.plan.plan)});
    }
    return all;
}

using coefficient = double& (*)(profile_data&);

constexpr coefficient fitted[] = {
    [](profile_data& p) -> double& { return p.launches.gap; },
    [](profile_data& p) -> double& { return p.launches.handover; },
    [](profile_data& p) -> double& { return p.in_cache.stage; },
    [](profile_data& p) -> double& { return p.in_cache.parts; },
    [](profile_data& p) -> double& { return p.in_cache.twiddles; },
    [](profile_data& p) -> double& { return p.in_cache.exchange; },
    [](profile_data& p) -> double& { return p.in_cache.exchange_alone; },
};

/// Predicted seconds of a plan on the device.
double predicted(const measured_plan& m, const device_description& device, const profile_data& p) {
    const auto c = build_plan(m.what, with_profile(device, p), m.how);
    const double passes = std::accumulate(c.device_seconds.begin(), c.device_seconds.end(), 0.0);
    if (c.plan.one_launch) return p.launches.gap + passes + p.launches.handover;
    return static_cast<double>(c.device_seconds.size()) * p.launches.gap + passes;
}

equation equation_of(const measured_plan& m, const device_description& device, profile_data p) {
    equation e;
    e.measured = m.seconds;
    for (const auto n : fitted) n(p) = 0;
    e.at_zero = predicted(m, device, p);
    for (const auto n : fitted) {
        constexpr double unit = 1e-3;
        n(p) = unit;
        e.slope.push_back((predicted(m, device, p) - e.at_zero) / unit);
        n(p) = 0;
    }
    return e;
}

/// False for a plan that takes no longer than empty launches, which tells nothing.
bool exceeds_launches(const measured_plan& m, const device_description& device, const profile_data& p) {
    const auto c = build_plan(m.what, with_profile(device, p), m.how);
    const auto launches = c.plan.one_launch ? 1 : c.device_seconds.size();
    return m.seconds > 1.1 * static_cast<double>(launches) * p.launches.gap;
}

}  // namespace

void fit_cache(calibration_bench& bench, profile_data& p, const calibration_report& report) {
    if (!(p.cached_bytes > 0)) return;
    const double copied = p.copy.between(p.cached_bytes);
    constexpr double share = 4;  // of the cache: on an NVIDIA H200 larger transforms gained nothing from one launch
    p.launches.shared_bytes = p.cached_bytes / share;
    p.in_cache.rate = copied;  // first guess
    auto plans = measure_in_cache(bench, p, report);
    plans.erase(std::remove_if(plans.begin(), plans.end(),
                               [&](const measured_plan& m) { return !exceeds_launches(m, bench.device(), p); }),
                plans.end());
    constexpr std::size_t enough = 20;
    if (plans.size() < enough) {
        p.in_cache.rate = 0;
        return;
    }
    profile_data best;
    double least = std::numeric_limits<double>::infinity();
    constexpr double steps = 24;           // copies in runs like those of passes take up to three times as long
    for (double k = 0; k <= steps; ++k) {  // times are linear in all numbers except the rate
        auto tried = p;
        tried.in_cache.rate = copied * (1 + 2 * k / steps);
        std::vector<equation> all;
        for (const auto& m : plans) all.push_back(equation_of(m, bench.device(), tried));
        const auto found = least_squares(all);
        if (found.error >= least) continue;
        least = found.error;
        best = tried;
        for (std::size_t n = 0; n < found.x.size(); ++n) fitted[n](best) = found.x[n];
    }
    p = best;
}

}  // namespace stockham::internal
