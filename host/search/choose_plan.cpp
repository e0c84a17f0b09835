// Chooses a plan by rigor.
#include "search/choose_plan.hpp"

#include <optional>

#include <stockham/error.hpp>
#include <stockham/version.hpp>

#include "base/plain_text.hpp"
#include "families/table.hpp"
#include "plan/fingerprint.hpp"
#include "profile/known_measurements.hpp"
#include "profile/known_profiles.hpp"
#include "runtime/programs/program_store.hpp"
#include "search/collected_passes.hpp"
#include "search/tuner.hpp"
#include "search/wisdom/wisdom_state.hpp"
#include "systems/planning.hpp"

namespace stockham::internal {

namespace {

std::string microseconds(double seconds) {
    return number_text(seconds * 1e6, 4) + " us";
}

candidate from_wisdom(known_plan found) {
    const auto& e = found.from;
    found.plan.plan.notes.push_back("from wisdom (" + std::string(to_string(e.how)) + ", " + e.device + ", " +
                                    e.driver + ": " + microseconds(e.seconds) + ")");
    return std::move(found.plan);
}

wisdom_entry entry_of(const tuned_plan& found, const transform& t, const device_description& d, rigor how) {
    wisdom_entry e;
    e.problem = wisdom_problem(t);
    e.plan = to_string(found.how);
    e.device = d.name;
    e.architecture = d.architecture;
    e.vendor = vendor_word(d);
    e.driver = d.driver;
    e.library = version();
    e.kernels = kernel_fingerprint(found.how);
    e.how = how;
    e.seconds = found.seconds;
    e.spread = found.spread;
    e.estimate_seconds = found.estimate_seconds;
    return e;
}

/// Includes the digest of the planner's sources, so that a changed planner ignores old answers.
std::string question_of(const transform& t, const device_description& d) {
    return "estimate by planner " STOCKHAM_PLANNER ": " + to_string(t) + " for " + limits_text(d);
}

/// The cheapest plan by the cost model. Finding it takes milliseconds, so the program cache stores the answer.
candidate estimate(const transform& t, const problem& p, const device_description& d) {
    std::optional<candidate> found;
    const auto how = remembered_answer(d, question_of(t, d), [&] {
        found = std::move(cheapest_plans(p, d, 1).front());
        return to_string(found->how);
    });
    if (found) return std::move(*found);
    try {
        return build_plan(p, d, parse_plan_string(how, default_family(d)));
    } catch (const error&) {  // the stored answer is damaged
        return std::move(cheapest_plans(p, d, 1).front());
    }
}

/// Limits for a search on this device: probed, and with its own capabilities, since some plans let work-groups wait for
/// others, which hangs on a device that does not start them in order.
device_description probed(context_state& context, cl_device_id device, device_description d) {
    if (d.static_local_memory)
        d.static_local_memory = std::min(d.static_local_memory, context.static_local_memory(device));
    const auto& real = context.description(device);
    d.vendor = real.vendor;
    d.capabilities = real.capabilities;
    return d;
}

}  // namespace

bool measures(rigor r) {
    return r == rigor::measure || r == rigor::patient || r == rigor::exhaustive;
}

candidate choose_plan(const transform& t, const problem& p, const device_description& d, rigor how,
                      const wisdom& known) {
    if (p.is_special() && how != rigor::wisdom_only) return std::move(cheapest_plans(p, d, 1).front());
    if (auto found = look_up(known, t, p, d)) return from_wisdom(std::move(*found));
    if (how == rigor::wisdom_only)
        throw unsupported_error("wisdom",
                                "wisdom has no plan for '" + wisdom_problem(t) + "' on the device '" + d.name + "'");
    return estimate(t, p, d);
}

candidate choose_plan(context_state& context, cl_device_id device, const transform& t, const problem& p,
                      const device_description& d, const plan_options& options, wisdom& known) {
    if (!options.expert.plan_string.empty()) return build_plan(p, d, read_plan(options.expert.plan_string, p, d));
    if (!measures(options.rigor)) return choose_plan(t, p, d, options.rigor, known);
    if (!can_tune(p)) {
        auto c = choose_plan(t, p, d, rigor::estimate, known);
        c.plan.notes.push_back("not measured: a search supports no published systems, planar data, half precision, "
                               "callbacks or convolutions");
        return c;
    }
    if (!options.expert.search_again)
        if (auto found = look_up(known, t, p, d, options.rigor)) return from_wisdom(std::move(*found));
    const auto limits = probed(context, device, d);
    try {
        // A separate context state, so that the programs of candidates are released with it.
        context_state own(context.context(), purpose::trial);
        tuning_limits asked{options.rigor, options.time_limit, options.progress, {}, nullptr, wisdom_problem(t)};
        pass_measurements passes(measured_device_of(limits, profile_of(limits).digest));
        if (collects_passes() && !options.expert.plan_for) asked.passes = &passes;
        if (auto before = look_up(known, t, p, d)) asked.known = std::move(before->plan.how);
        auto found = tune(own, device, p, limits, asked);
        if (asked.passes) add_collected_passes(limits, passes);
        found.how = spelled_out(build_plan(p, limits, found.how));
        // Results for other limits hold neither for this device nor for one that has those limits.
        if (!found.cancelled && !options.expert.plan_for) known.add(entry_of(found, t, limits, options.rigor));
        auto c = build_plan(p, limits, found.how);
        c.plan.notes.push_back("measured: " + microseconds(found.seconds) + ", the cost model's plan " +
                               microseconds(found.estimate_seconds));
        return c;
    } catch (const opencl_error& e) {
        auto c = choose_plan(t, p, d, rigor::estimate, known);
        c.plan.notes.push_back(std::string("not measured: ") + e.what());
        return c;
    }
}

}  // namespace stockham::internal
