// Passes in one launch.
#include "plan/launch_sharing.hpp"

#include <algorithm>

#include "cost/cost.hpp"
#include "decompose/passes.hpp"
#include "plan/parts.hpp"
#include "problem/algorithms.hpp"
#include "profile/capabilities.hpp"
#include "profile/known_profiles.hpp"

namespace stockham::internal {

namespace {

bool calls_back(const pass_step& s) {
    return !s.in.form.callback.empty() || !s.out.form.callback.empty();
}

/// True if two passes may share a launch.
bool may_share_a_launch(const step_plan& plan, const device_description& device) {
    if (plan.steps.size() != 2 || !capabilities_of(device).starts_groups_in_order) return false;
    const auto* a = std::get_if<pass_step>(&plan.steps[0]);
    const auto* b = std::get_if<pass_step>(&plan.steps[1]);
    const auto waits = [](const pass_step& s) { return s.family->sharing() == launch_sharing::waiting_groups; };
    return a && b && a->outer.empty() && b->outer.empty() && waits(*a) && waits(*b) && !a->needs_64_bit_offsets() &&
           !b->needs_64_bit_offsets() && a->scale == 1 && a->work_items == b->work_items && !calls_back(*a) &&
           !calls_back(*b);
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

/// Upper bound on the cost of a plan that can still win by sharing a launch.
double cost_worth_sharing(double cheapest, const device_description& device) {
    const auto least_shared = launched_seconds(profile_of(device).launches.handover, 1, device);
    return cheapest <= least_shared ? cheapest : cheapest + most_gain_by_sharing(device);
}

}  // namespace

std::string why_not_shared(const problem& p, const device_description& device) {
    if (!capabilities_of(device).starts_groups_in_order) return "the device does not start work-groups in order";
    if (!is_worth_sharing(p, device)) return "the transform takes much longer than a launch";
    return {};
}

search_count count_with_shared(std::size_t count, const problem& p, const device_description& device) {
    if (device.vector_bytes) return {std::max(count, shared_sequences), 0, {}};
    if (!why_not_shared(p, device).empty()) return {count, 0, {}};
    return {count, shared_sequences, [&device](double cheapest) { return cost_worth_sharing(cheapest, device); }};
}

std::optional<candidate> in_one_launch(const std::vector<const candidate*>& others, const problem& p,
                                       const device_description& device) {
    if (others.empty()) return {};
    std::optional<candidate> cheapest;
    auto most = others.front()->cost;
    const auto worth = cost_worth_sharing(most, device);
    for (unsigned items : shared_items) {
        shaper shapes(device, shape_options{32, items});
        for (const auto* other : others) {
            if (other->plan.steps.size() != 2 || other->cost >= worth) continue;
            candidate c;
            const auto found = passes_of(p, other->how.sequence, places_of(p));
            c.start(found.workspace_elements, p, device);
            if (!shapes.add(found.passes, most + most_gain_by_sharing(device), c) ||
                !may_share_a_launch(c.plan, device))
                continue;
            share(c, device);
            if (c.cost >= most) continue;
            c.how.sequence = other->how.sequence;
            most = c.cost;
            cheapest = std::move(c);
        }
    }
    return cheapest;
}

std::optional<candidate> in_parts(const candidate& c, const problem& p, const device_description& device) {
    const auto parts = independent_parts(c.plan, p);
    if (parts == 0) return {};
    auto shared = c;
    share_by_parts(shared, parts, device);
    if (shared.cost >= c.cost) return {};
    return shared;
}

std::vector<candidate> shared_launches(const problem& p, const device_description& device) {
    std::vector<candidate> shared;
    if (p.algorithm != automatic || !why_not_shared(p, device).empty()) return shared;
    for (unsigned items = 64; items <= device.max_work_group; items *= 2)
        for (auto& c : search(p, device, shape_options{32, items}, places_of(p), {2, 0, {}}))
            if (may_share_a_launch(c.plan, device)) {
                share(c, device);
                shared.push_back(std::move(c));
            }
    return shared;
}

std::string share_launch(candidate& c, const problem& p, const device_description& device) {
    if (device.vector_bytes) {
        const auto parts = independent_parts(c.plan, p);
        if (parts == 0) return "has no parts that go through all passes independently";
        share_by_parts(c, parts, device);
        return {};
    }
    if (!may_share_a_launch(c.plan, device))
        return "has no two passes that share a launch on the device '" + device.name + "'";
    share(c, device);
    return {};
}

}  // namespace stockham::internal
