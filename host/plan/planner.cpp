// Chooses the cheapest proposal of the rules, and builds the plans of plan strings.
#include "plan/planner.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <stockham/error.hpp>

#include "base/messages/printable.hpp"
#include "base/smooth.hpp"
#include "base/text_streams.hpp"
#include "decompose/passes.hpp"
#include "families/table.hpp"
#include "plan/decisions_check.hpp"
#include "plan/launch_sharing.hpp"
#include "profile/capabilities.hpp"
#include "profile/known_profiles.hpp"

namespace stockham::internal {

namespace {

void check_precision(const problem& p, const device_description& device) {
    if (p.precision == precision::f64 && device.fp64 == double_support::none)
        throw unsupported_error("double precision", "the device '" + device.name + "' has no double precision");
}

bool has_factors_in_time(const plan_decisions& how) {
    for (const auto& pass : how.sequence.passes)
        for (const auto& name : pass)
            if (name.in_time) return true;
    return false;
}

[[noreturn]] void refuse_decisions(const plan_decisions& how, const std::string& why) {
    throw unsupported_error("plan string", in_quotes(to_string(how)) + " " + why);
}

/// The products of the digits; 0 for a product that no axis has.
std::vector<std::uint64_t> axis_lengths(const plan_decisions& how) {
    constexpr auto longest = 2 * longest_axis;
    std::vector<std::uint64_t> lengths;
    for (const auto& split : how.sequence.splits) {
        std::uint64_t length = 1;
        for (auto digit : split.digits) length = length && digit <= longest / length ? length * digit : 0;
        lengths.push_back(length);
    }
    return lengths;
}

/// Adds the note of a system that the problem demands by name.
void add_system_note(candidate& c, const problem& p, const system_table& systems) {
    if (const auto* system = system_named(systems, p.algorithm)) c.plan.notes.emplace_back(system->note);
}

[[noreturn]] void refuse_problem(const problem& p, const device_description& device) {
    if (p.loops.size() > LOOP_RANK)
        throw unsupported_error("loops", "a plan has no launches for " + std::to_string(p.loops.size()) +
                                             " loops, none of which can be merged");
    throw unsupported_error("local memory", "no tile of the device '" + device.name + "' (" +
                                                std::to_string(device.local_memory) + " bytes of local memory, " +
                                                std::to_string(device.max_work_group) +
                                                " work-items) holds any split of this transform");
}

/// Costs that lanes do not tell apart: another batch of the same lengths would compile another kernel for nothing.
constexpr double like_costs = 1.05;

using proposals = std::vector<proposal>;

/// The cheapest; for lanes, the one with the smallest workspace among those of like costs.
proposals::iterator best_of(proposals::iterator begin, proposals::iterator end, const device_description& device) {
    auto best =
        std::min_element(begin, end, [](const proposal& a, const proposal& b) { return a.plan.cost < b.plan.cost; });
    if (best == end || !device.vector_bytes) return best;
    const auto most = like_costs * best->plan.cost;
    for (auto each = begin; each != end; ++each)
        if (each->plan.cost <= most && each->plan.plan.workspace_bytes < best->plan.plan.workspace_bytes) best = each;
    return best;
}

/// The outcome of a rule whose proposals begin at number `first`.
rule_outcome outcome_of(planning& run, const plan_rule& rule, std::size_t first, std::string why_none) {
    rule_outcome outcome;
    outcome.rule = rule.name;
    outcome.proposed = run.proposals.size() - first;
    outcome.rejected = std::move(why_none);
    const auto begin = run.proposals.begin() + static_cast<std::ptrdiff_t>(first);
    const auto best = best_of(begin, run.proposals.end(), run.device);
    if (best == run.proposals.end()) return outcome;
    outcome.plan = to_string(best->plan.how);
    outcome.seconds = best->plan.cost;
    return outcome;
}

/// Completes the outcomes of rules whose best proposal is not the best of all.
void reject_others(std::vector<rule_outcome>& outcomes, const std::string& chosen) {
    for (auto& o : outcomes)
        if (o.proposed && o.rule != chosen) o.rejected = "does not cost less than " + chosen;
}

/// Puts the best proposal first, then the cheapest.
void sort_proposals(planning& run) {
    auto& all = run.proposals;
    std::stable_sort(all.begin(), all.end(),
                     [](const proposal& a, const proposal& b) { return a.plan.cost < b.plan.cost; });
    const auto best = best_of(all.begin(), all.end(), run.device);
    std::rotate(all.begin(), best, std::next(best));
}

/// The first proposals: one for each sequence of a form, apart and in one launch.
std::vector<candidate> first_of(planning run, std::size_t count) {
    auto& all = run.proposals;
    std::vector<candidate> found;
    std::vector<std::size_t> forms;
    for (auto& each : all) {
        bool is_new = found.size() < count;
        for (std::size_t k = 0; k < found.size() && is_new; ++k)
            is_new = forms[k] != each.form || found[k].how.system != each.plan.how.system ||
                     found[k].how.one_launch != each.plan.how.one_launch ||
                     !(found[k].how.sequence == each.plan.how.sequence);
        if (!is_new) continue;
        forms.push_back(each.form);
        found.push_back(std::move(each.plan));
    }
    return found;
}

/// The description with its profile and capabilities, which a search would look up for every shape otherwise.
device_description completed(device_description d) {
    if (!d.profile) d.profile = device_profile::known(d);
    if (!d.capabilities) d.capabilities = capabilities_of(d);
    return d;
}

}  // namespace

std::string limits_text(const device_description& d) {
    const auto c = capabilities_of(d);
    text_writer text;
    text << d.vendor << '|' << static_cast<int>(d.kind) << '|' << d.local_memory << '|' << d.static_local_memory << '|'
         << d.core_cache << '|' << d.max_work_group << '|' << d.wavefront << '|' << d.compute_units << '|'
         << d.vector_bytes << '|' << static_cast<int>(d.fp64) << '|' << c.starts_groups_in_order << c.prefetches
         << c.caps_registers << c.short_of_local_memory << static_cast<int>(c.units) << '|' << c.double_radix << '|'
         << c.double_mixed_radix << '|' << c.double_spectrum_radix << '|' << c.wide_group_registers << '|'
         << profile_of(d).digest;
    if (const auto& passes = profile_of(d).passes) text << '|' << passes->digest();
    return text.str();
}

plan_decisions spelled_out(const candidate& c) {
    auto how = c.how;
    auto choice = how.choices.begin();
    for (const auto& any : c.plan.steps) {
        const auto* s = std::get_if<pass_step>(&any);
        if (!s) continue;
        if (const auto explicit_choice = family_of(*s).spelled_out) *choice = explicit_choice(*s, *choice);
        ++choice;
    }
    return how;
}

std::vector<candidate> planner::cheapest_plans(const problem& p, const device_description& described, std::size_t count,
                                               std::vector<rule_outcome>* outcomes) const {
    check_precision(p, described);
    const auto device = completed(described);
    planning run{p, device, count, forms_of(p), {}};
    for (const auto& rule : plan_rules(systems_)) {
        const auto before = run.proposals.size();
        auto why_none = rule.propose(rule, run);
        if (outcomes) outcomes->push_back(outcome_of(run, rule, before, std::move(why_none)));
    }
    if (run.proposals.empty()) refuse_problem(p, device);
    sort_proposals(run);
    if (outcomes) reject_others(*outcomes, run.proposals.front().rule);
    return first_of(std::move(run), count);
}

problem planner::matching_form(const plan_decisions& how, const problem& given) const {
    const auto lengths = axis_lengths(how);
    for (const auto& form : forms_of(given)) {
        // The digits name the lengths of axes that Bluestein's algorithm transforms.
        auto p = relengthened(form.equivalent, lengths);
        if (p && why_unfit(how, *p, systems_).empty()) return std::move(*p);
    }
    refuse_decisions(how, why_unfit(how, given, systems_));
}

candidate planner::build_plan(const problem& given, const device_description& device, const plan_decisions& how) const {
    check_precision(given, device);
    const auto p = matching_form(how, given);
    if (device.vector_bytes && has_factors_in_time(how))
        refuse_decisions(how, "applies twiddle factors on load, which lanes cannot: the device '" + device.name + "'");
    candidate c;
    if (!how.system.empty()) {
        c = system_named(systems_, how.system)->build(p, device, how);
        if (std::isinf(c.cost)) refuse_decisions(how, "does not fit the device '" + device.name + "'");
    } else {
        const auto found = passes_of(p, how.sequence, places_of(p));
        c.start(found.workspace_elements, p, device);
        const auto why = add_shaped_passes(found.passes, how.choices.data(), device, c);
        if (!why.empty()) refuse_decisions(how, why + " (device '" + device.name + "')");
    }
    c.how = how;
    add_system_note(c, p, systems_);
    if (how.one_launch)
        if (const auto why = share_launch(c, p, device); !why.empty()) refuse_decisions(how, why);
    return c;
}

}  // namespace stockham::internal
