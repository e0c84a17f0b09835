// Chooses the terms of a pass, and computes the quantities that they share.
#include <algorithm>

#include "cost/terms.hpp"

namespace stockham::internal {

namespace {

/// The slowdown by compute units that have no group. Only on CPUs, which have few cores, does it include the last,
/// partly filled round of groups.
double idle_factor(const pass_view& v) {
    const std::uint64_t units = std::max(1U, v.device.compute_units);
    const auto groups = static_cast<double>(v.t.groups);
    if (v.t.groups >= units && !v.p.lanes) return 1;
    if (v.p.unit_rate > 0 && !v.p.lanes)
        return std::max(1.0, v.p.copy.between(static_cast<double>(v.t.bytes)) / (groups * v.p.unit_rate));
    const auto rounds = (v.t.groups + units - 1) / units;
    return static_cast<double>(rounds * units) / groups;
}

/// The cost of strides, which is lower for longer runs.
double strides_cost(const pass_view& v, std::uint64_t stride, std::uint64_t run) {
    const auto measured = v.p.strides_run;
    return v.memory->strides.step(static_cast<double>(stride)) * static_cast<double>(measured) /
           static_cast<double>(std::max(run, measured));
}

/// Time relative to a plain copy, by the lengths of contiguous runs and the strides.
void add_accesses(pass_view& v, const memory_costs& m) {
    v.memory = &m;
    const auto runs = m.runs.step(static_cast<double>(v.t.in_run)) + m.runs.step(static_cast<double>(v.t.out_run));
    const auto strides = strides_cost(v, v.t.in_stride, v.t.in_run) + strides_cost(v, v.t.out_stride, v.t.out_run);
    v.access = (runs + strides) / 2 * (v.t.non_temporal ? m.non_temporal : 1);
}

/// True if all data of the plan stay in a GPU's cache, if the profile models that case. Excludes passes that multiply
/// by a spectrum, which are bound by computing.
bool stays_in_cache(const profile_data& p, const pass_traffic& t) {
    return p.in_cache.rate > 0 && static_cast<double>(t.plan_bytes) <= p.cached_bytes && !t.multiplied;
}

void view_lanes(pass_view& v, double bytes) {
    v.terms = &terms_on_lanes;
    v.copy = copy_seconds(v.p, bytes);
    v.unit = static_cast<double>(v.t.points);
    add_accesses(v, bytes <= v.p.cached_bytes ? v.p.cached : v.p.beyond);
}

void view_gpu(pass_view& v, double bytes) {
    v.slow = slow_copy_seconds(v.p, bytes);
    v.worked = static_cast<double>(v.t.worked_bytes) / bytes;
    const bool stays = stays_in_cache(v.p, v.t);
    v.terms = stays ? &terms_in_cache : &terms_beyond_cache;
    v.copy = stays ? bytes / v.p.in_cache.rate : copy_seconds(v.p, bytes);
    v.unit = stays ? v.copy : v.slow;
    const bool cached = v.p.in_cache.rate == 0 && bytes <= v.p.cached_bytes;
    add_accesses(v, stays || cached ? v.p.cached : v.p.beyond);
}

}  // namespace

pass_view view_of(const pass_traffic& t, const profile_data& p, const device_description& device) {
    pass_view v{t, p, device};
    const auto bytes = static_cast<double>(t.bytes);
    if (p.lanes)
        view_lanes(v, bytes);
    else
        view_gpu(v, bytes);
    if (v.terms->idle.first) v.idle = idle_factor(v);
    return v;
}

pass_view view_of_part(const std::vector<pass_traffic>& passes, std::size_t k, std::uint64_t parts,
                       const profile_data& p, const device_description& device) {
    const auto& t = passes[k];
    const double units = std::max(1U, device.compute_units), count = static_cast<double>(parts);
    const auto all = static_cast<double>(passes.front().plan_bytes), bytes = static_cast<double>(t.bytes);
    const bool stays = all / count <= static_cast<double>(std::max(device.core_cache, device.local_memory));
    const double in_cache = all * std::min(1.0, units / count);  // bytes that all cores use at a time
    // The first read and the last write go to memory, and so does a workspace that later parts evict.
    const auto far_sides = unsigned{k == 0} + unsigned{k + 1 == passes.size() || t.to_workspace};
    const double far = stays ? far_sides / 2.0 : 1;
    const double near_copy = copy_seconds(p, in_cache) * bytes / in_cache;
    pass_view v{t, p, device};
    view_lanes(v, bytes);
    v.copy = far * copy_seconds(p, bytes) + (1 - far) * near_copy;
    return v;
}

}  // namespace stockham::internal
