// Estimates: plans without compiling, and sums up their costs.
#include <stockham/estimate.hpp>

#include <optional>
#include <utility>
#include <variant>

#include "base/enumerations.hpp"
#include "base/host_size.hpp"
#include "plan/description.hpp"
#include "plan/plan_terms.hpp"
#include "search/choose_plan.hpp"
#include "search/wisdom/wisdom_state.hpp"
#include "systems/planning.hpp"

namespace stockham {

namespace internal {

namespace {

struct planned {
    candidate plan;
    std::optional<double> seconds;  // measured
};

planned plan_by(const plan_options& options, const device_description& device, const transform& t, const problem& p) {
    const auto& demanded = options.expert.plan_string;
    if (!demanded.empty()) return {build_plan(p, device, read_plan(demanded, p, device)), {}};
    const auto& known = options.wisdom ? *options.wisdom : wisdom::standard();
    if (!p.is_special())
        if (auto found = look_up(known, t, p, device)) {
            const bool measured_here = found->from.device == device.name;
            return {std::move(found->plan), measured_here ? std::optional(found->from.seconds) : std::nullopt};
        }
    return {choose_plan(t, p, device, options.rigor, known), {}};
}

std::uint64_t launches_of(const step& s) {
    const auto* pass = std::get_if<pass_step>(&s);
    return pass ? pass->launches() : 1;
}

std::uint64_t bytes_of(const step& s) {
    if (const auto* pass = std::get_if<pass_step>(&s)) return pass->bytes_moved;
    const auto& transpose = std::get<tile_transpose>(s);
    auto elements = transpose.rows.n * transpose.columns.n;
    for (const auto& loop : transpose.loops) elements *= loop.n;
    return 2 * elements * (transpose.element == element::complex_f32 ? sizeof(float) : sizeof(double)) * 2;
}

}  // namespace

}  // namespace internal

using namespace internal;

plan_estimate v0_2::estimate(const device_description& described, const transform& t, const plan_options& options) {
    const auto& device = options.expert.plan_for ? *options.expert.plan_for : described;
    internal::check(device);
    check_known("rigor", options.rigor);
    const auto made = plan_by(options, device, t, make_problem(t));
    plan_estimate e;
    std::uint64_t launches = 0;
    for (const auto& s : made.plan.plan.steps) {
        launches += launches_of(s);
        e.bytes_moved += bytes_of(s);
    }
    e.launches = made.plan.plan.one_launch ? 1 : host_size(launches, "launches");
    e.workspace_size = host_size(made.plan.plan.workspace_bytes, "bytes of workspace");
    e.measured = made.seconds.has_value();
    e.seconds = made.seconds.value_or(made.plan.cost);
    e.plan_string = to_string(made.plan.how);
    for (auto& term : terms_of(made.plan, device)) e.terms.push_back({std::move(term.part), term.name, term.seconds});
    return e;
}

std::vector<rule_estimate> v0_2::explain_plan(const device_description& device, const transform& t) {
    internal::check(device);
    std::vector<rule_outcome> outcomes;
    cheapest_plans(make_problem(t), device, 1, &outcomes);
    std::vector<rule_estimate> rules;
    for (auto& o : outcomes)
        rules.push_back({std::move(o.rule), o.proposed, std::move(o.plan), o.seconds, std::move(o.rejected)});
    return rules;
}

plan_estimate v0_2::estimate(cl_device_id device, const transform& t, const plan_options& options) {
    return estimate(describe(device), t, options);
}

}  // namespace stockham
