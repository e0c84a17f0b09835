// Plans problems with two profiles and measures the plans.
#include "calibration/comparison.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include <stockham/error.hpp>

#include "base/messages/printable.hpp"
#include "calibration/alternating_rounds.hpp"
#include "calibration/fit.hpp"
#include "calibration/problems.hpp"
#include "lowering/lowering.hpp"
#include "plan/plan_string.hpp"
#include "profile/known_profiles.hpp"
#include "search/tuner.hpp"
#include "systems/planning.hpp"

namespace stockham {

namespace internal {

namespace {

/// True if a bench can time the problem on the device, if the buffers fit.
bool can_measure(const transform& t, const device_description& device) {
    const bool has_precision = t.precision != precision::f64 || device.fp64 != double_support::none;
    return has_precision && can_tune(make_problem(t));
}

candidate cheapest(const transform& t, const device_description& device) {
    return std::move(cheapest_plans(make_problem(t), device, 1).front());
}

profiled_plan untimed(const candidate& c) {
    return {to_string(c.how), c.cost, 0};
}

device_description with_profile_or_known(device_description d, const device_profile& p) {
    d.profile = device_profile::known(d);
    if (!p) return d;
    // Both profiles with the same measured passes, which come with the device.
    const auto passes = profile_of(d).passes;
    d.profile =
        profile_access::make(with_measurements(std::make_shared<profile_data>(profile_access::data(p)), passes));
    return d;
}

/// Plans for the given problems, or for those default problems that this device can measure.
std::vector<planned_twice> plan_all(const std::vector<std::string>& given, const device_description& before,
                                    const device_description& after) {
    std::vector<planned_twice> all;
    const auto most = most_bench_bytes(before);
    for (const auto& text : given.empty() ? judged_problems() : given) {
        auto p = plan_twice(text, before, after, most);
        if (p)
            all.push_back(std::move(*p));
        else if (!given.empty())
            throw unsupported_error("comparison", "this device lacks the memory or the precision to measure " +
                                                      in_quotes(text) + ", or the data are planar or half-precision");
    }
    return all;
}

/// Bytes of each buffer of a bench that has room for all plans.
std::uint64_t bytes_of(const std::vector<planned_twice>& plans) {
    constexpr std::uint64_t least = 1 << 16, unit = 4096;
    std::uint64_t most = least;
    for (const auto& p : plans) most = std::max(most, p.bytes);
    return (most + unit - 1) / unit * unit;
}

}  // namespace

bool same_kernels(const candidate& a, const candidate& b) {
    return to_string(spelled_out(a)) == to_string(spelled_out(b));
}

std::optional<planned_twice> plan_twice(const std::string& problem, const device_description& before,
                                        const device_description& after, std::uint64_t most) {
    const auto t = parse_transform(problem);
    const std::uint64_t data = std::max(input_bytes(t), output_bytes(t));
    if (data > most || !can_measure(t, before)) return {};
    planned_twice p{problem, cheapest(t, before), cheapest(t, after), 0};
    p.bytes = std::max({data, p.before.plan.workspace_bytes, p.after.plan.workspace_bytes});
    if (p.bytes > most) return {};
    return p;
}

profile_case measure_case(calibration_bench& bench, const planned_twice& p) {
    profile_case measured{p.problem, untimed(p.before), untimed(p.after), same_kernels(p.before, p.after), 0};
    const auto compiled = [&](const candidate& c) { return bench.compiled(to_launches(c.plan, bench.device(), true)); };
    const auto timed = [&](const executable& made) {
        return [&](unsigned executions) { return bench.seconds(made, executions); };
    };
    const auto after = compiled(p.after);
    paired_times times;
    if (measured.same_plan) {
        times = measure_alone(timed(after));
    } else {
        const auto before = compiled(p.before);
        times = measure_in_turn(timed(before), timed(after));
    }
    measured.before.measured = times.before;
    measured.after.measured = times.after;
    measured.rounds = times.rounds;
    return measured;
}

}  // namespace internal

using namespace internal;

profile_comparison v0_2::compare_profiles(cl_context context, cl_device_id device, const device_profile& before,
                                          const device_profile& after, const comparison_options& options) {
    if (!context) throw argument_error("context", "the context is null");
    context_state state(context, purpose::trial);
    const auto described = probed_description(state, device);
    const auto old_device = with_profile_or_known(described, before);
    const auto new_device = with_profile_or_known(described, after);
    const auto plans = plan_all(options.problems, old_device, new_device);
    profile_comparison found{title_of(profile_of(old_device)), title_of(profile_of(new_device)), {}};
    if (plans.empty()) return found;
    calibration_bench bench(state, device, described, bytes_of(plans));
    for (const auto& p : plans) {
        if (options.progress && !options.progress(p.problem)) throw calibration_cancelled();
        found.cases.push_back(measure_case(bench, p));
    }
    return found;
}

}  // namespace stockham
