// Measures the profile of a device from copies and passes, then predicts and measures problems.
#include <stockham/calibration.hpp>

#include <algorithm>
#include <cmath>

#include <stockham/device.hpp>
#include <stockham/transform.hpp>

#include "calibration/bench.hpp"
#include "calibration/fit.hpp"
#include "calibration/memory_curves.hpp"
#include "calibration/problems.hpp"
#include "lowering/lowering.hpp"
#include "plan/plan_string.hpp"
#include "profile/known_profiles.hpp"
#include "profile/profile_json.hpp"
#include "profile/vendor.hpp"

namespace stockham {

namespace internal {

namespace {

profile_data numbers_to_measure(const device_description& d) {
    profile_data p = base_profile(d.vector_bytes != 0);
    p.device = d.name;
    p.architecture = d.architecture;
    p.vendor = vendor_word(d);
    if (p.lanes) p.platform = d.platform;
    p.origin = "measured by stockham calibrate with driver " + d.driver;
    p.unit.taken = known_profile(d)->unit.taken;  // calibration does not measure it
    return p;
}

/// Seconds that the host takes to enqueue a launch of the library, which has more arguments than an empty one.
double host_launch_seconds(calibration_bench& bench, const profile_data& p, const calibration_report& report) {
    report("launches with arguments");
    const auto small = make_problem(parse_transform("c2c f32 64x64"));
    const auto plan = cheapest_plans(small, with_profile(bench.device(), p), 1).front().plan;
    const auto launches = to_launches(plan, bench.device(), true);
    return bench.seconds(launches) / static_cast<double>(launches.size());
}

/// Measures plans, fits the numbers to them, and returns the plans.
std::vector<plan_time> fit_plans(calibration_bench& bench, profile_data& p, const calibration_report& report) {
    if (p.lanes) {
        const auto passes = measure_passes(bench, fitted_passes(), p, report);
        fit_lanes(p, bench.device(), passes);
        return passes;
    }
    set_typical(p);
    p.launches.every = std::max(p.launches.every, host_launch_seconds(bench, p, report));
    // Few of each, because drivers that compile one program at a time spend most of a calibration on it.
    auto plans = measure_plans(bench, fitted_in_cache(), 3, p, report);
    const auto beyond = measure_plans(bench, fitted_beyond_cache(), 2, p, report);
    plans.insert(plans.end(), beyond.begin(), beyond.end());
    fit_gpu(p, bench.device(), plans);
    return plans;
}

std::vector<calibration_case> cases_of(const std::vector<plan_time>& plans, const device_description& device) {
    std::vector<calibration_case> all;
    for (const auto& m : plans) all.push_back({m.problem, to_string(m.how), predicted_seconds(m, device), m.seconds});
    return all;
}

std::vector<calibration_case> predict(calibration_bench& bench, const profile_data& p,
                                      const calibration_report& report) {
    const auto device = with_profile(bench.device(), p);
    std::vector<std::pair<std::string, candidate>> plans;
    for (const auto& text : judged_problems()) {
        const auto t = parse_transform(text);
        if (!fits(bench, t)) continue;
        auto c = std::move(cheapest_plans(make_problem(t), device, 1).front());
        if (c.plan.workspace_bytes <= bench.bytes()) plans.emplace_back(text, std::move(c));
    }
    std::vector<calibration_case> all;
    for (const auto& [text, c] : plans) {
        report(text);
        all.push_back({text, to_string(c.how), c.cost, bench.seconds(to_launches(c.plan, bench.device(), true))});
    }
    return all;
}

}  // namespace

}  // namespace internal

using namespace internal;

calibration_cancelled::calibration_cancelled() : error("the calibration was cancelled") {}
calibration_cancelled::~calibration_cancelled() = default;

double calibration::mean_error() const noexcept {
    double sum = 0;
    for (const auto& c : cases) sum += std::abs(c.predicted - c.measured) / c.measured;
    return cases.empty() ? 0 : sum / static_cast<double>(cases.size());
}

calibration v0_2::calibrate(cl_context context, cl_device_id device, const calibration_options& options) {
    if (!context) throw argument_error("context", "the context is null");
    const calibration_report report = [&](const std::string& what) {
        if (options.progress && !options.progress(what)) throw calibration_cancelled();
    };
    context_state state(context, purpose::trial);
    const auto described = probed_description(state, device);
    calibration_bench bench(state, device, described, most_bench_bytes(described));
    auto numbers = numbers_to_measure(described);
    measure_memory(bench, numbers, report);
    const auto plans = fit_plans(bench, numbers, report);
    calibration made;
    made.fitted = cases_of(plans, with_profile(described, numbers));
    made.profile = profile_access::make(read_profile(to_json(numbers), "the measured profile"));
    if (options.predict) made.cases = predict(bench, numbers, report);
    return made;
}

}  // namespace stockham
