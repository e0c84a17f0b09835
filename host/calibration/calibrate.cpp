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
#include "launches/launches.hpp"
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
    fit_passes(bench, numbers, report);
    if (!numbers.lanes) fit_cache(bench, numbers, report);
    calibration made;
    made.profile = profile_access::make(read_profile(to_json(numbers), "the measured profile"));
    if (options.predict) made.cases = predict(bench, numbers, report);
    return made;
}

}  // namespace stockham
