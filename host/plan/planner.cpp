// Chooses between the plans of the search, of published systems, of passes in one launch and of plan strings.
#include "plan/planner.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <stockham/error.hpp>

#include "base/messages/printable.hpp"
#include "base/text_streams.hpp"
#include "plan/decisions_check.hpp"
#include "plan/parts.hpp"
#include "plan/passes/passes.hpp"
#include "plan/published.hpp"
#include "plan/shapes/cost.hpp"
#include "plan/shapes/draft.hpp"
#include "problem/algorithm.hpp"
#include "profile/capabilities.hpp"
#include "profile/known_profiles.hpp"

namespace stockham::internal {

namespace {

void check_precision(const problem& p, const device_description& device) {
    if (p.precision == precision::f64 && device.fp64 == double_support::none)
        throw unsupported_error("double precision", "the device '" + device.name + "' has no double precision");
}

bool calls_back(const pass_step& s) {
    return !s.in.form.callback.empty() || !s.out.form.callback.empty();
}

/// True if two passes may share a launch.
bool may_share_a_launch(const step_plan& plan, const device_description& device) {
    if (plan.steps.size() != 2 || !capabilities_of(device).starts_groups_in_order) return false;
    const auto* a = std::get_if<pass_step>(&plan.steps[0]);
    const auto* b = std::get_if<pass_step>(&plan.steps[1]);
    // Both passes are work-group passes, because a kernel defines the macros of only one family.
    return a && b && a->outer.empty() && b->outer.empty() && a->work_group() && b->work_group() &&
           !a->needs_64_bit_offsets() && !b->needs_64_bit_offsets() && a->scale == 1 &&
           a->work_items == b->work_items && !calls_back(*a) && !calls_back(*b);
}

/// Seconds that a plan of two passes saves by sharing a launch.
double gain_by_sharing(const candidate& c, const device_description& device) {
    double apart = 0;
    for (const auto seconds : c.device_seconds) apart += launched_seconds(seconds, 1, device);
    return apart - shared_launch_seconds(c.traffic.front(), c.traffic.back(), device);
}

void share(candidate& c, const device_description& device) {
    c.plan.one_launch = c.how.one_launch = true;
    c.cost -= gain_by_sharing(c, device);
}

void share_by_parts(candidate& c, std::uint64_t parts, const device_description& device) {
    for (const auto& t : c.traffic) c.cost -= launched_seconds(device_seconds(t, device), t.launches, device);
    c.cost += parts_seconds(c.traffic, parts, device);
    c.plan.one_launch = c.how.one_launch = true;
    c.plan.parts = parts;
}

/// True if the transform is so small that it takes about as long as a launch.
bool is_worth_sharing(const problem& p, const device_description& device) {
    return static_cast<double>(whole_workspace(p)) <= profile_of(device).launches.shared_bytes;
}

/// The numbers of work-items to try for passes in one launch, which must have the same number.
constexpr unsigned shared_items[] = {128, 256, 512};

/// The number of cheapest plans whose sequences are tried in one launch.
constexpr std::size_t shared_sequences = 6;

/// True if two passes in one launch are worth trying for the problem.
bool tries_one_launch(const problem& p, const device_description& device) {
    return capabilities_of(device).starts_groups_in_order && is_worth_sharing(p, device);
}

/// Upper bound on the cost of a plan that can still win by sharing a launch.
double cost_worth_sharing(double cheapest, const device_description& device) {
    const auto least_shared = launched_seconds(profile_of(device).launches.handover, 1, device);
    return cheapest <= least_shared ? cheapest : cheapest + most_gain_by_sharing(device);
}

/// A search for `count` plans, and for others that might become the cheapest by sharing a launch.
search_count count_with_shared(std::size_t count, const problem& p, const device_description& device) {
    if (device.vector_bytes) return {std::max(count, shared_sequences), 0, {}};
    if (!tries_one_launch(p, device)) return {count, 0, {}};
    return {count, shared_sequences, [&device](double cheapest) { return cost_worth_sharing(cheapest, device); }};
}

/// The cheapest plan of two passes in one launch, among the sequences of `others`, if it costs less than all of them.
std::optional<candidate> in_one_launch(const std::vector<candidate>& others, const problem& p,
                                       const device_description& device) {
    if (others.empty() || !tries_one_launch(p, device)) return {};
    std::optional<candidate> cheapest;
    auto most = others.front().cost;
    const auto worth = cost_worth_sharing(most, device);
    for (unsigned items : shared_items) {
        shaper shapes(device, shape_options{32, items});
        for (const auto& other : others) {
            if (other.plan.steps.size() != 2 || other.cost >= worth) continue;
            std::uint64_t workspace = 0;
            candidate c;
            const auto passes = passes_of(p, other.how.sequence, places_of(p), workspace);
            c.cost = workspace ? workspace_seconds(whole_workspace(p), device) : 0;
            if (!shapes.add(passes, most + most_gain_by_sharing(device), c) || !may_share_a_launch(c.plan, device))
                continue;
            share(c, device);
            if (c.cost >= most) continue;
            c.plan.workspace_bytes = workspace * element_size(p.precision);
            c.how.sequence = other.how.sequence;
            most = c.cost;
            cheapest = std::move(c);
        }
    }
    return cheapest;
}

/// The plan with its passes in one launch by parts, if that is possible and cheaper.
std::optional<candidate> in_parts(const candidate& c, const problem& p, const device_description& device) {
    const auto parts = independent_parts(c.plan, p);
    if (parts == 0) return {};
    auto shared = c;
    share_by_parts(shared, parts, device);
    if (shared.cost >= c.cost) return {};
    return shared;
}

/// Equivalent forms of a problem: unchanged, real lines packed, axes without a chain lengthened.
std::vector<problem> forms_of(const problem& p) {
    std::vector<problem> forms{p};
    if (auto half = halved(p)) forms.push_back(std::move(*half));
    const auto shortest = forms.size();
    for (std::size_t k = 0; k < shortest; ++k)
        if (auto longer = lengthened(forms[k])) forms.push_back(std::move(*longer));
    return forms;
}

/// Adds the system's note to a plan that was demanded by name.
void add_system_note(candidate& c, const problem& p) {
    if (const auto* system = published(p.algorithm)) c.plan.notes.emplace_back(system->note);
}

bool is_packed(const problem& p) {
    return p.roles.back().packed;
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

}  // namespace

std::string limits_text(const device_description& d) {
    const auto c = capabilities_of(d);
    text_writer text;
    text << d.vendor << '|' << static_cast<int>(d.kind) << '|' << d.local_memory << '|' << d.static_local_memory << '|'
         << d.core_cache << '|' << d.max_work_group << '|' << d.wavefront << '|' << d.compute_units << '|'
         << d.vector_bytes << '|' << static_cast<int>(d.fp64) << '|' << c.starts_groups_in_order << c.prefetches
         << c.caps_registers << c.short_of_local_memory << static_cast<int>(c.units) << '|' << c.double_radix << '|'
         << c.double_mixed_radix << '|' << c.double_spectrum_radix << '|' << profile_of(d).digest;
    return text.str();
}

std::vector<candidate> cheapest_plans(const problem& p, const device_description& device, std::size_t count) {
    check_precision(p, device);
    std::vector<candidate> found;
    if (p.algorithm == automatic)
        for (const auto& form : forms_of(p)) {
            if (is_packed(form) && device.vector_bytes) continue;  // lanes cannot pack real lines
            const bool lanes = device.vector_bytes > 0;
            auto own = search(form, device, {}, places_of(form), count_with_shared(count, form, device));
            if (auto shared = in_one_launch(own, form, device)) found.push_back(std::move(*shared));
            for (auto& c : own) {
                if (auto shared = lanes ? in_parts(c, form, device) : std::nullopt) found.push_back(std::move(*shared));
                found.push_back(std::move(c));
            }
        }
    for (const auto& system : published_systems()) {
        const bool demanded = p.algorithm == system.name;
        if (!demanded && !(p.algorithm == automatic && system.competes && system.competes(p))) continue;
        auto c = system.plan(p, device);
        add_system_note(c, p);
        if (!std::isinf(c.cost)) found.push_back(std::move(c));
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const candidate& a, const candidate& b) { return a.cost < b.cost; });
    if (found.size() > count) found.resize(count);
    if (found.empty() && p.loops.size() > LOOP_RANK)
        throw unsupported_error("loops", "a plan has no launches for " + std::to_string(p.loops.size()) +
                                             " loops, none of which can be merged");
    if (found.empty())
        throw unsupported_error("local memory", "no tile of the device '" + device.name + "' (" +
                                                    std::to_string(device.local_memory) + " bytes of local memory, " +
                                                    std::to_string(device.max_work_group) +
                                                    " work-items) holds any split of this transform");
    return found;
}

namespace {

/// The choice that names exactly this layout; padded layouts are named by `pad` instead.
layout_choice named(local_layout layout) {
    switch (layout) {
    case local_layout::plain:
        return layout_choice::plain;
    case local_layout::swizzled:
        return layout_choice::swizzle;
    case local_layout::xor_swizzled:
        return layout_choice::xor_swizzle;
    default:
        return layout_choice::fewest_conflicts;
    }
}

}  // namespace

plan_decisions spelled_out(const candidate& c) {
    auto how = c.how;
    auto choice = how.choices.begin();
    for (const auto& any : c.plan.steps) {
        const auto* s = std::get_if<pass_step>(&any);
        if (!s) continue;
        if (const auto* pass = s->work_group()) {
            auto& own = std::get<work_group_choice>(*choice);
            own.items = s->work_items;
            own.min_groups = s->min_groups;
            own.pad = s->exchanges() && pass->layout == local_layout::padded ? pass->pad : 0;
            own.layout = s->exchanges() ? named(pass->layout) : layout_choice::fewest_conflicts;
        }
        ++choice;
    }
    return how;
}

std::vector<candidate> shared_launches(const problem& p, const device_description& device) {
    std::vector<candidate> shared;
    if (p.algorithm != automatic || !tries_one_launch(p, device)) return shared;
    for (unsigned items = 64; items <= device.max_work_group; items *= 2)
        for (auto& c : search(p, device, shape_options{32, items}, places_of(p), {2, 0, {}}))
            if (may_share_a_launch(c.plan, device)) {
                share(c, device);
                shared.push_back(std::move(c));
            }
    return shared;
}

step_plan make_plan(const problem& p, const device_description& device) {
    return std::move(cheapest_plans(p, device, 1).front().plan);
}

problem matching_form(const plan_decisions& how, const problem& given) {
    for (auto& form : forms_of(given))
        if (why_unfit(how, form).empty()) return std::move(form);
    refuse_decisions(how, why_unfit(how, given));
}

candidate build_plan(const problem& given, const device_description& device, const plan_decisions& how) {
    check_precision(given, device);
    const auto p = matching_form(how, given);
    if (device.vector_bytes && has_factors_in_time(how))
        refuse_decisions(how, "applies twiddle factors on load, which lanes cannot: the device '" + device.name + "'");
    candidate c;
    if (!how.system.empty()) {
        c = published(how.system)->build(p, device, how);
        if (std::isinf(c.cost)) refuse_decisions(how, "does not fit the device '" + device.name + "'");
    } else {
        std::uint64_t workspace = 0;
        const auto passes = passes_of(p, how.sequence, places_of(p), workspace);
        c.cost = 0;
        const auto why = add_shaped_passes(passes, how.choices.data(), device, c);
        if (!why.empty()) refuse_decisions(how, why + " (device '" + device.name + "')");
        c.plan.workspace_bytes = workspace * element_size(p.precision);
    }
    c.how = how;
    add_system_note(c, p);
    if (how.one_launch && device.vector_bytes) {
        const auto parts = independent_parts(c.plan, p);
        if (parts == 0) refuse_decisions(how, "has no parts that go through all passes independently");
        share_by_parts(c, parts, device);
    } else if (how.one_launch) {
        if (!may_share_a_launch(c.plan, device))
            refuse_decisions(how, "has no two passes that share a launch on the device '" + device.name + "'");
        share(c, device);
    }
    return c;
}

}  // namespace stockham::internal
