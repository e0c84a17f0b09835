// The terms of a pass as tables: for data in memory, for data in the cache, and for the lanes of CPUs. A new term is a
// new row here.
#include <algorithm>
#include <cmath>

#include "cost/terms.hpp"

namespace stockham::internal {

namespace {

using view = pass_view;
using term = cost_term<pass_view>;

constexpr std::uint64_t single_precision = 8;  // bytes of a point

// Conditions.

bool always(const view&) {
    return true;
}

bool exchanges(const view& v) {
    return v.t.exchanges > 0;
}

bool has_cached_data(const view& v) {
    return is_partly_cached(v.t.plan_bytes, v.device);
}

bool has_few_items(const view& v) {
    return v.t.min_groups > 1 && v.t.min_groups * v.t.work_items <= v.p.thresholds.few_items;
}

/// True if prefetching pays: if a group is alone on its compute unit, or the cache holds part of the plan's data.
bool prefetch_pays(const view& v) {
    const bool alone = v.t.min_groups == 1 && v.t.in_run >= v.p.thresholds.short_run;
    return alone || (v.t.in_run >= v.p.thresholds.long_run && has_cached_data(v));
}

/// True if a compute unit has too few work-items, because of their registers, to hide memory latency.
bool exposes_latency(const view& v) {
    const auto& least = v.p.thresholds;
    const auto work_items = v.t.min_groups * v.t.work_items;
    return v.t.element > single_precision && v.t.in_run >= least.short_run &&
           work_items <= (v.t.min_groups == 1 ? least.exposed_items_alone : least.exposed_items);
}

/// Work-items that keep a compute unit busy, over those that it has room for. In double precision, half as many are
/// enough.
double missing_items(const view& v) {
    const auto enough = static_cast<double>(v.p.thresholds.sparse_items * single_precision);
    return enough / static_cast<double>(v.t.resident * v.t.work_items * v.t.element);
}

/// True if registers or local memory have no room for enough work-items.
bool has_vacancy(const view& v) {
    return missing_items(v) > 1;
}

bool is_sparse(const view& v) {
    return v.t.resident > 1 && has_vacancy(v);
}

bool is_lone(const view& v) {
    return v.t.min_groups == 1;
}

/// Local memory of a CPU is in the core's cache. A tile that fills much of it is evicted between stages. The points of
/// a second digit are far apart, often at multiples of a power of two, where the cache has room for fewer of them.
bool is_crowded(const view& v) {
    constexpr double of_several_digits = 0.2;
    const double part = v.p.lane.crowded_part * (v.t.digits > 1 ? of_several_digits : 1);
    return static_cast<double>(v.t.local_bytes) >
           part * static_cast<double>(std::max(v.device.core_cache, v.device.local_memory));
}

// Quantities that several rows use.

double exchanges_of(const view& v) {
    return v.t.exchanges;
}

/// The time of computing, in units of a slow copy. A pass that multiplies by a spectrum computes more, the more so with
/// fewer work-items on a compute unit.
double computing(const view& v) {
    const auto& w = v.p.work;
    const double each = w.spectrum + (w.spectrum_alone - w.spectrum) * std::max(0.0, missing_items(v) - 1);
    const double busy = 1 + w.spectrum_effort * (v.t.effort - 1), parts = v.t.split_exchange ? 1 + w.spectrum_parts : 1;
    const double groups = 1 + w.spectrum_groups / v.t.resident;  // with few of them, many work-items wait at a barrier
    const bool wide = v.t.element > single_precision && v.t.radix > v.p.thresholds.double_radix;
    const double stage =
        each * busy * parts * groups * (wide ? 1 + w.spectrum_wide : 1) + (v.t.permuted ? w.permuted : 0);
    const double rows = v.t.between_passes && v.t.radix > v.p.thresholds.usual_radix ? w.spectrum_between : 1;
    const bool real_double = v.worked > 1 && v.t.element > single_precision;
    const double real = v.t.permuted && real_double ? w.permuted_real : 1;
    constexpr double copy = 0.8;  // of a stage
    const double stages = v.t.stages - (1 - copy) * v.t.copies;
    // Real and padded lines need more work per byte moved.
    return std::max(v.t.multiplied ? rows * real * v.worked * stage * stages : 0, v.t.split / w.instructions);
}

double stages_of_lanes(const view& v, double factor) {
    const double vectors = static_cast<double>(v.t.element) / static_cast<double>(single_precision) / v.t.lanes_used;
    return factor * v.p.lane.stage * v.t.stage_work * vectors;
}

/// The lost share of a round of groups.
double lost_round(const view& v) {
    const auto groups = static_cast<double>(v.t.groups);
    const double units = std::max(1U, v.device.compute_units);
    return std::ceil(groups / units) * units / groups - 1;
}

/// The time to move data in the cache, with `factor` for an incomplete round.
double moving_in_cache(const view& v, double factor) {
    return v.copy * factor * (v.access + v.all_work * v.worked);
}

// Rows of several tables.

constexpr term copying{"copy", always, [](const view& v, double before) { return v.copy + before; }};
constexpr term idle_items{"idle work-items", [](const view& v) { return v.t.effort != 1; },
                          [](const view& v, double before) {
                              const auto& w = v.p.work;
                              return before +
                                     (v.t.even_chain ? w.even_effort : w.effort) * (v.t.effort - 1) * v.t.stages;
                          }};

// GPU passes whose data come from memory.

constexpr term waits_beyond_cache[] = {
    {"wait for memory", always, [](const view& v, double before) { return before + v.memory->wait; }},
};

constexpr term work_beyond_cache[] = {
    {"exchanges", exchanges,
     [](const view& v, double before) {
         const double few = has_few_items(v) ? v.p.work.few_items : 1;
         return before + v.p.work.exchange[std::min(v.t.min_groups, 3U) - 1] * few * exchanges_of(v);
     }},
    {"exchanges by parts", [](const view& v) { return v.t.split_exchange; },
     [](const view& v, double before) { return before + (v.p.work.parts_once + v.p.work.parts * exchanges_of(v)); }},
    {"odd lines", [](const view& v) { return v.t.odd_line; },
     [](const view& v, double before) {
         return before + v.p.work.odd_exchange * exchanges_of(v) + (v.t.split_exchange ? v.p.work.odd_parts : 0);
     }},
    {"sparse work-items", is_sparse, [](const view& v, double before) { return before + v.p.work.sparse; }},
    {"vacant compute units", has_vacancy,
     [](const view& v, double before) { return before + v.p.work.vacant * (1 - 1 / missing_items(v)); }},
    {"packed lines", [](const view& v) { return v.t.packed > 0 && has_cached_data(v); },
     [](const view& v, double before) { return before + v.p.work.packed * v.t.packed; }},
    {"paired lines", [](const view& v) { return v.t.paired && has_cached_data(v); },
     [](const view& v, double before) { return before + v.p.work.paired; }},
    {"prefetch", [](const view& v) { return v.t.prefetch; },
     [](const view& v, double before) { return before + (prefetch_pays(v) ? -v.p.work.ahead : v.p.work.ahead); }},
    {"exposed latency", [](const view& v) { return !v.t.prefetch && exposes_latency(v); },
     [](const view& v, double before) { return before + v.p.work.unhidden; }},
    {"twiddles", [](const view& v) { return v.t.twiddled; },
     [](const view& v, double before) {
         const bool hidden = std::min(v.t.in_run, v.t.out_run) >= v.p.thresholds.long_run;
         return before + (hidden ? v.p.work.twiddles : v.p.work.narrow_twiddles);
     }},
    {"scattered twiddles", [](const view& v) { return v.t.scattered; },
     [](const view& v, double before) { return before + v.p.work.scattered; }},
    {"unaligned tiles", [](const view& v) { return v.t.unaligned > 0; },
     [](const view& v, double before) { return before + v.p.work.unaligned * v.t.unaligned; }},
    {"few points", [](const view& v) { return v.t.few_points; },
     [](const view& v, double before) { return before + v.p.work.few_points; }},
    idle_items,
};

constexpr term moving_beyond_cache[] = {
    copying,
    {"computing beyond moving", always,
     [](const view& v, double before) { return std::max(before, computing(v) * v.slow); }},
    {"runs and strides", always, [](const view& v, double before) { return v.access * before; }},
};

constexpr term idle_units[] = {
    {"idle compute units", always, [](const view& v, double before) { return before * v.idle; }},
};

// GPU passes whose data stay in the cache: each work-group waits, then moves its data.

constexpr term waits_in_cache[] = {
    {"stages", always, [](const view& v, double before) { return before + v.p.in_cache.stage * v.t.stages; }},
    {"exchanges by parts", [](const view& v) { return v.t.split_exchange; },
     [](const view& v, double before) { return before + v.p.in_cache.parts * exchanges_of(v); }},
    {"twiddles", [](const view& v) { return v.t.twiddled; },
     [](const view& v, double before) { return before + v.p.in_cache.twiddles; }},
    {"scattered twiddles", [](const view& v) { return v.t.scattered; },
     [](const view& v, double before) { return before + v.p.in_cache.scattered; }},
    {"packed lines", [](const view& v) { return v.t.packed > 0; },
     [](const view& v, double before) { return before + v.p.in_cache.packed * v.t.packed; }},
    {"paired lines", [](const view& v) { return v.t.paired; },
     [](const view& v, double before) { return before + v.p.in_cache.paired; }},
};

constexpr term work_in_cache[] = {
    {"exchanges", exchanges,
     [](const view& v, double before) {
         const auto& c = v.p.in_cache;
         return before + (is_lone(v) ? c.exchange_alone : c.exchange) * exchanges_of(v);
     }},
    {"wide radix", [](const view& v) { return v.t.radix > v.p.thresholds.usual_radix; },
     [](const view& v, double before) { return before + v.p.in_cache.wide_radix; }},
    idle_items,
};

constexpr term moving_in_cache_terms[] = {
    copying,
    {"runs and strides", always, [](const view& v, double) { return moving_in_cache(v, 1); }},
    {"incomplete round", always,
     [](const view& v, double) { return moving_in_cache(v, 1 + v.p.in_cache.last_round * lost_round(v)); }},
    {"computing beyond moving", always,
     [](const view& v, double before) { return std::max(before, v.t.split / v.p.work.instructions * v.slow); }},
};

// Passes on the lanes of a CPU.

constexpr term work_on_lanes[] = {
    {"stages", always, [](const view& v, double) { return stages_of_lanes(v, 1); }},
    {"crowded cache", is_crowded, [](const view& v, double) { return stages_of_lanes(v, v.p.lane.crowded); }},
    {"gathers", [](const view& v) { return v.t.gathers > 0; },
     [](const view& v, double before) { return before + v.p.lane.gather * v.t.gathers; }},
};

constexpr term moving_on_lanes[] = {
    copying,
    {"runs and strides", always, [](const view& v, double) { return v.copy * v.access + v.all_work * v.unit; }},
};

}  // namespace

const pass_terms terms_beyond_cache{table_of(waits_beyond_cache), table_of(work_beyond_cache),
                                    table_of(moving_beyond_cache), table_of(idle_units)};
const pass_terms terms_in_cache{table_of(waits_in_cache), table_of(work_in_cache), table_of(moving_in_cache_terms), {}};
const pass_terms terms_on_lanes{{}, table_of(work_on_lanes), table_of(moving_on_lanes), table_of(idle_units)};

}  // namespace stockham::internal
