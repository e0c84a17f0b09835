// The cost model: applies the device's profile (profile/) to the shape of a pass.
#include "cost/cost.hpp"

#include <algorithm>
#include <cmath>

#include "profile/known_profiles.hpp"

namespace stockham::internal {

namespace {

/// The slowdown by compute units that have no group. Only on CPUs, which have few cores, does it include the last,
/// partly filled round of groups.
double idle(const pass_traffic& t, const profile_data& p, const device_description& device) {
    const std::uint64_t units = std::max(1U, device.compute_units);
    const auto groups = static_cast<double>(t.groups);
    if (t.groups >= units && !p.lanes) return 1;
    if (p.unit_rate > 0 && !p.lanes)
        return std::max(1.0, p.copy.between(static_cast<double>(t.bytes)) / (groups * p.unit_rate));
    const auto rounds = (t.groups + units - 1) / units;
    return static_cast<double>(rounds * units) / groups;
}

/// The cost of strides, which is lower for longer runs.
double strides_cost(const memory_costs& m, std::uint64_t stride, std::uint64_t run) {
    constexpr std::uint64_t measured_run = 128;
    return m.strides.step(static_cast<double>(stride)) * static_cast<double>(measured_run) /
           static_cast<double>(std::max(run, measured_run));
}

/// Time relative to a plain copy, by the lengths of contiguous runs and the strides.
double access_factor(const memory_costs& m, const pass_traffic& t) {
    const auto runs = m.runs.step(static_cast<double>(t.in_run)) + m.runs.step(static_cast<double>(t.out_run));
    const auto strides = strides_cost(m, t.in_stride, t.in_run) + strides_cost(m, t.out_stride, t.out_run);
    return (runs + strides) / 2 * (t.non_temporal ? m.non_temporal : 1);
}

/// True if the cache holds a substantial part of the plan's data, so that passes do not only wait for memory.
bool is_partly_cached(const profile_data& p, const pass_traffic& t) {
    constexpr double part = 4;  // times the cache
    return static_cast<double>(t.plan_bytes) <= part * p.cached_bytes;
}

/// True if prefetching pays: if a group is alone on its compute unit, or the cache holds part of the plan's data.
bool prefetch_pays(const profile_data& p, const pass_traffic& t) {
    const bool alone = t.min_groups == 1 && t.in_run >= 64;
    return alone || (t.in_run >= 128 && is_partly_cached(p, t));
}

/// True if a compute unit has too few work-items, because of their registers, to hide memory latency.
bool exposes_latency(const pass_traffic& t) {
    constexpr unsigned alone = 448, in_all = 256;
    constexpr std::uint64_t single_precision = 8;  // bytes of a point
    const auto work_items = t.min_groups * t.work_items;
    return t.element > single_precision && t.in_run >= 64 && work_items <= (t.min_groups == 1 ? alone : in_all);
}

/// True if double-precision butterflies have too few registers because there are too many work-items.
bool is_cramped(const pass_traffic& t) {
    constexpr unsigned with_all_registers = 256;
    return exposes_latency(t) && t.radix > 16 && t.work_items > with_all_registers;
}

/// True if a compute unit has room for fewer work-items than keep it busy. In double precision, half as many are
/// enough.
bool is_sparse(const pass_traffic& t) {
    constexpr std::uint64_t enough = 900 * 8;
    return t.resident > 1 && t.resident * t.work_items * t.element < enough;
}

/// The work besides copying, as a fraction of a slow copy of the pass's bytes.
double work_of(const profile_data& p, const pass_traffic& t) {
    const auto& w = p.work;
    const unsigned exchanges = t.stages - 1;
    const double few = t.min_groups > 1 && t.min_groups * t.work_items <= 512 ? w.few_items : 1;
    double work = w.exchange[std::min(t.min_groups, 3U) - 1] * few * exchanges;
    if (t.split_exchange) work += w.parts_once + w.parts * exchanges;
    if (is_sparse(t)) work += w.sparse;
    if (is_partly_cached(p, t)) work += w.packed * t.packed + (t.paired ? w.paired : 0);
    if (t.prefetch)
        work += prefetch_pays(p, t) ? -w.ahead : w.ahead;
    else if (exposes_latency(t))
        work += w.unhidden;
    if (t.twiddled) work += std::min(t.in_run, t.out_run) >= 128 ? w.twiddles : w.narrow_twiddles;
    if (t.scattered) work += w.scattered;
    if (t.few_points) work += w.few_points;
    return work + w.effort * (t.effort - 1) * t.stages;
}

/// True if all data of the plan stay in a GPU's cache, if the profile models that case. Excludes passes that multiply
/// by a spectrum, which are bound by computing.
bool stays_in_cache(const profile_data& p, const pass_traffic& t) {
    return p.in_cache.rate > 0 && static_cast<double>(t.plan_bytes) <= p.cached_bytes && !t.multiplied;
}

/// A pass within the cache: the waits of each work-group plus the time to move the data.
double cached_seconds(const profile_data& p, const pass_traffic& t, const device_description& device) {
    const auto& c = p.in_cache;
    const auto bytes = static_cast<double>(t.bytes), groups = static_cast<double>(t.groups);
    const double units = std::max(1U, device.compute_units);
    const double exchanges = t.stages - 1;
    const double waits = c.stage * t.stages + (t.split_exchange ? c.parts * exchanges : 0) +
                         (t.twiddled ? c.twiddles : 0) + (t.scattered ? c.scattered : 0) + c.packed * t.packed +
                         (t.paired ? c.paired : 0);
    const double lost = std::ceil(groups / units) * units / groups - 1;
    const bool alone = t.min_groups == 1;
    const double worked = static_cast<double>(t.worked_bytes) / bytes;
    const double work = (alone ? c.exchange_alone : c.exchange) * exchanges + (t.radix > 16 ? c.wide_radix : 0) +
                        p.work.effort * (t.effort - 1) * t.stages;
    const double moving = bytes / c.rate * (1 + c.last_round * lost) * (access_factor(p.cached, t) + work * worked);
    return waits + std::max(moving, t.split / p.work.instructions * slow_copy_seconds(p, bytes));
}

/// A pass on a GPU with enough groups for all compute units.
double busy_seconds(const profile_data& p, const pass_traffic& t) {
    const auto bytes = static_cast<double>(t.bytes);
    const auto copy = copy_seconds(p, bytes), slow = slow_copy_seconds(p, bytes);
    // Real and padded lines need more work per byte moved.
    const double worked = static_cast<double>(t.worked_bytes) / bytes;
    const double each =
        t.min_groups == 1 ? p.work.spectrum_alone * (is_cramped(t) ? 1 + 2 * p.work.unhidden : 1) : p.work.spectrum;
    const double computing =
        std::max(t.multiplied ? worked * each * t.effort * t.stages : 0, t.split / p.work.instructions);
    const bool cached = p.in_cache.rate == 0 && bytes <= p.cached_bytes;
    const auto& memory = cached ? p.cached : p.beyond;
    return memory.wait + access_factor(memory, t) * std::max(copy + work_of(p, t) * worked * slow, computing * slow);
}

/// The computing time of lanes, including loads and stores lane by lane.
double lanes_computing(const profile_data& p, const pass_traffic& t, const device_description& device) {
    // Local memory of a CPU is in the core's cache. A tile that fills more than half of it is evicted between stages.
    const bool crowded = 2 * t.local_bytes > std::max(device.core_cache, device.local_memory);
    constexpr double single_precision = 8;  // bytes of a point
    const double vectors = static_cast<double>(t.element) / single_precision / t.lanes_used;
    const double stages = (crowded ? p.lane.crowded : 1) * p.lane.stage * t.stage_work * vectors;
    return static_cast<double>(t.points) * (stages + p.lane.gather * t.gathers);
}

double lanes_seconds(const profile_data& p, const pass_traffic& t, const device_description& device) {
    const auto bytes = static_cast<double>(t.bytes);
    const auto& memory = bytes <= p.cached_bytes ? p.cached : p.beyond;
    return copy_seconds(p, bytes) * access_factor(memory, t) + lanes_computing(p, t, device);
}

}  // namespace

double device_seconds(const pass_traffic& t, const device_description& device) {
    const auto& p = profile_of(device);
    if (!p.lanes && stays_in_cache(p, t)) return cached_seconds(p, t, device);
    const double busy = p.lanes ? lanes_seconds(p, t, device) : busy_seconds(p, t);
    return busy * idle(t, p, device);
}

double launched_seconds(double device_seconds, std::uint64_t launches, const device_description& device) {
    const auto& l = profile_of(device).launches;
    const auto count = static_cast<double>(launches);
    constexpr double tie = 0.1;  // prefers the shorter of two passes that the host's launch time hides: hosts differ
    const double each = l.gap + device_seconds / count;
    return count * (each > l.every ? each : l.every - tie * (l.every - each));
}

double least_seconds(std::uint64_t bytes, const device_description& device) {
    const auto& p = profile_of(device);
    const auto moved = static_cast<double>(bytes);
    double least = copy_seconds(p, moved);
    if (moved > p.cached_bytes)
        least += p.beyond.wait;
    else if (p.in_cache.rate > 0)
        least = std::min(least, p.in_cache.stage + moved / p.in_cache.rate);
    return launched_seconds(least, 1, device);
}

double shared_launch_seconds(const pass_traffic& first, const pass_traffic& second, const device_description& device) {
    // Groups of the second pass wait for the whole first pass, once for each time that it fills the device. Some of
    // them have started by then and occupy part of it.
    constexpr double left = 0.9;
    const double room =
        left * std::max(1U, device.compute_units) * std::max(1U, std::min(first.resident, second.resident));
    const double fillings = std::ceil(static_cast<double>(first.groups) / room);
    const double handover = fillings * profile_of(device).launches.handover;
    return launched_seconds(device_seconds(first, device) + handover + device_seconds(second, device), 1, device);
}

double most_gain_by_sharing(const device_description& device) {
    return profile_of(device).launches.every;
}

double parts_seconds(const std::vector<pass_traffic>& passes, std::uint64_t parts, const device_description& device) {
    const auto& p = profile_of(device);
    const double units = std::max(1U, device.compute_units), count = static_cast<double>(parts);
    const auto all = static_cast<double>(passes.front().plan_bytes);
    const bool stays = all / count <= static_cast<double>(std::max(device.core_cache, device.local_memory));
    const double in_cache = all * std::min(1.0, units / count);  // bytes that all cores use at a time
    double seconds = 0;
    for (std::size_t k = 0; k < passes.size(); ++k) {
        const auto& t = passes[k];
        const auto bytes = static_cast<double>(t.bytes);
        // The first read and the last write go to memory, and so does a workspace that later parts evict.
        const auto far_sides = unsigned{k == 0} + unsigned{k + 1 == passes.size() || t.to_workspace};
        const double far = stays ? far_sides / 2.0 : 1;
        const auto& memory = bytes <= p.cached_bytes ? p.cached : p.beyond;
        const double near_copy = copy_seconds(p, in_cache) * bytes / in_cache;
        seconds += access_factor(memory, t) * (far * copy_seconds(p, bytes) + (1 - far) * near_copy);
        seconds += lanes_computing(p, t, device);
    }
    const double rounds = std::ceil(count / units);
    return launched_seconds(seconds * rounds * units / count, 1, device);
}

double transpose_seconds(std::uint64_t bytes, const device_description& device) {
    constexpr double over_copy = 1.1;
    return launched_seconds(over_copy * copy_seconds(profile_of(device), static_cast<double>(bytes)), 1, device);
}

double workspace_seconds(std::uint64_t bytes, const device_description& device) {
    constexpr double share_of_pass = 0.03;
    return share_of_pass * slow_copy_seconds(profile_of(device), 2 * static_cast<double>(bytes));
}

}  // namespace stockham::internal
