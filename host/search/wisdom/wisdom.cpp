// A set of entries: add, merge, forget, look up.
#include "search/wisdom/wisdom_state.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <tuple>

#include <stockham/error.hpp>
#include <stockham/version.hpp>

#include "base/enumerations.hpp"
#include "base/messages/messages.hpp"
#include "base/messages/printable.hpp"
#include "families/table.hpp"
#include "plan/fingerprint.hpp"
#include "problem/loops.hpp"

namespace stockham {

namespace internal {

namespace {

struct rigor_facts {
    rigor of;
    const char* name;
    int rank;  ///< extent of its search
};
constexpr rigor_facts all_rigors[] = {
    {rigor::wisdom_only, "wisdom_only", 0}, {rigor::estimate, "estimate", 0},     {rigor::measure, "measure", 1},
    {rigor::patient, "patient", 2},         {rigor::exhaustive, "exhaustive", 3},
};
constexpr rigor_facts no_rigor{rigor{}, "?", 0};

int rank_of(rigor r) {
    return row_of(r, all_rigors, no_rigor).rank;
}

std::string device_key(const wisdom_entry& e) {
    return e.device + '\n' + e.architecture + '\n' + e.vendor;
}

bool equal(const wisdom_entry& a, const wisdom_entry& b) {
    return a.plan == b.plan && a.kernels == b.kernels && a.how == b.how && a.seconds == b.seconds &&
           a.driver == b.driver && a.library == b.library && a.spread == b.spread &&
           a.estimate_seconds == b.estimate_seconds;
}

/// How an entry matches a device: 0 by name, 1 by architecture, 2 by vendor, 3 as "any", 4 not at all.
int distance_of(const wisdom_entry& e, const device_description& d) {
    if (e.device == d.name) return 0;
    if (!e.architecture.empty() && e.architecture == d.architecture) return 1;
    if (e.vendor == vendor_word(d)) return 2;
    return e.vendor == "any" ? 3 : 4;
}

/// The plan of an entry, if its kernels are current and the device can run it. With `say`, reports why not.
std::optional<candidate> plan_of(const wisdom_entry& e, const problem& p, const device_description& d, bool say) {
    try {
        const auto how = parse_plan_string(e.plan, default_family(d));
        if (e.kernels != kernel_fingerprint(how)) {
            if (say) say_once("wisdom for " + e.device + " is ignored: it was measured with other kernels");
            return {};
        }
        return build_plan(p, d, how);
    } catch (const error& why) {
        if (say) say_once("wisdom for " + in_quotes(e.problem) + " on " + e.device + " is ignored: " + why.what());
        return {};
    }
}

}  // namespace

}  // namespace internal

using namespace internal;

const char* v0_2::to_string(rigor r) noexcept {
    return row_of(r, all_rigors, no_rigor).name;
}

namespace internal {

rigor parse_rigor(std::string_view text) {
    for (const auto& r : all_rigors)
        if (text == r.name) return r.of;
    throw argument_error("rigor", in_quotes(text) + " is not a rigor");
}

std::string wisdom_problem(const transform& t) {
    auto plain = t.loops.empty() ? t : in_simplest_form(t);
    if (t.kind != kind::c2r) plain.direction = direction::forward;  // c2r has no other direction
    plain.scale = 1;
    return to_string(plain);
}

wisdom_entry checked(wisdom_entry e) {
    const auto is_time = [](double seconds) { return seconds >= 0 && std::isfinite(seconds * 1e6); };
    if (!is_time(e.seconds) || e.seconds == 0 || !is_time(e.spread) || !is_time(e.estimate_seconds))
        throw argument_error("wisdom", "it has an invalid time");
    if (rank_of(e.how) == 0)
        throw argument_error("wisdom", std::string("its rigor '") + to_string(e.how) + "' does not measure");
    e.problem = wisdom_problem(parse_transform(e.problem));
    return e;
}

}  // namespace internal

bool wisdom::is_current(const wisdom_entry& e) {
    try {
        // Work-groups and lanes share a digest, so the family of an unmarked pass does not matter.
        return e.kernels == kernel_fingerprint(parse_plan_string(e.plan, default_family({})));
    } catch (const error&) {
        return false;
    }
}

namespace internal {

const wisdom_entry& better(const wisdom_entry& a, const wisdom_entry& b) {
    const bool current_a = wisdom::is_current(a), current_b = wisdom::is_current(b);
    if (current_a != current_b) return current_a ? a : b;
    if (a.how != b.how) return rank_of(a.how) > rank_of(b.how) ? a : b;
    // The other fields make the result independent of the order of the entries.
    return std::tie(b.seconds, b.plan, b.driver, b.library) < std::tie(a.seconds, a.plan, a.driver, a.library) ? b : a;
}

}  // namespace internal

wisdom::wisdom() : state_(std::make_unique<state>()) {}
wisdom::~wisdom() = default;

void wisdom::add(const wisdom_entry& any) {
    auto e = checked(any);
    const std::lock_guard lock(state_->mutex);
    auto& of_problem = state_->entries[e.problem];
    const auto [at, fresh] = of_problem.try_emplace(device_key(e), e);
    if (!fresh) {
        const auto& winner = better(at->second, e);
        if (&winner == &at->second || equal(winner, at->second)) return;
        at->second = std::move(e);  // move, because a copy could run out of memory half way
    }
    ++state_->revision;
}

void wisdom::merge_text(std::string_view json) {
    for (const auto& e : parse_wisdom(json, "wisdom")) add(e);
}

void wisdom::merge(const wisdom& other) {
    for (const auto& e : other.entries()) add(e);
}

std::size_t wisdom::forget(std::string_view problem, std::string_view device) {
    const std::lock_guard lock(state_->mutex);
    std::size_t count = 0;
    for (auto of_problem = state_->entries.begin(); of_problem != state_->entries.end();) {
        auto& known = of_problem->second;
        for (auto e = known.begin(); e != known.end();) {
            const bool matches = (problem.empty() || problem == e->second.problem) &&
                                 (device.empty() || device == e->second.device || device == e->second.architecture);
            count += matches;
            e = matches ? known.erase(e) : std::next(e);
        }
        of_problem = known.empty() ? state_->entries.erase(of_problem) : std::next(of_problem);
    }
    state_->revision += count;
    return count;
}

std::vector<wisdom_entry> wisdom::entries() const {
    const std::lock_guard lock(state_->mutex);
    std::vector<wisdom_entry> all;
    for (const auto& of_problem : state_->entries)
        for (const auto& e : of_problem.second) all.push_back(e.second);
    return all;
}

std::vector<wisdom_entry> wisdom::entries_of(const std::string& problem) const {
    const std::lock_guard lock(state_->mutex);
    std::vector<wisdom_entry> all;
    const auto known = state_->entries.find(problem);
    if (known != state_->entries.end())
        for (const auto& e : known->second) all.push_back(e.second);
    return all;
}

std::string wisdom::text() const {
    return wisdom_text(entries());
}

std::size_t wisdom::revision() const noexcept {
    return state_->revision;
}

namespace internal {

std::optional<known_plan> look_up(const wisdom& known, const transform& t, const problem& p,
                                  const device_description& d, rigor least) {
    auto found = known.entries_of(wisdom_problem(t));
    std::stable_sort(found.begin(), found.end(), [&](const wisdom_entry& a, const wisdom_entry& b) {
        return distance_of(a, d) < distance_of(b, d);
    });
    for (const auto& e : found) {
        const int distance = distance_of(e, d);
        if (distance > 3) continue;
        if (rank_of(least) > 0 && (distance > 0 || rank_of(e.how) < rank_of(least))) continue;
        if (auto plan = plan_of(e, p, d, distance == 0)) return known_plan{std::move(*plan), e};
    }
    return {};
}

}  // namespace internal

}  // namespace stockham
