// The table of a profile's fields: names in JSON, units and ranges.
#pragma once

#include "profile/profile.hpp"

namespace stockham::internal {

/// The bounds of a number. With `or_none` it may also be 0, which means unknown.
struct number_range {
    double least, most;
    bool or_none = false;
};

/// Calls a visitor with every field: text(name, member), number(group, name, member, unit, range),
/// count(group, name, member, range), power(group, name, member, range), a power of two, and
/// points(group, name, curve, unit, range of x, range of y). The fields of a group come one after another.
template <class Profile, class Visitor>
class profile_fields {
  public:
    profile_fields(Profile& profile, Visitor& visitor) : p(profile), v(visitor) {}

    void visit() {
        identity();
        memory();
        costs("beyond_cache", p.beyond);
        costs("in_cache", p.cached);
        in_cache();
        launches();
        work();
        thresholds();
        unit();
        kernels();
        lanes();
    }

  private:
    using range = number_range;
    static constexpr range seconds{0, 1e9};                                 // in micro- or nanoseconds
    static constexpr range rate{1e-6, 1e9}, rate_or_none{1e-6, 1e9, true};  // GB/s
    static constexpr range bytes{0, 1e15}, some_bytes{1, 1e15};
    static constexpr range run_bytes{16, 4096};
    static constexpr range share{-1, 1e6};  // negative: a gain
    static constexpr range part{1e-3, 1};
    static constexpr range cost{0, 1e6}, count{0, 1e6};
    static constexpr range factor{1e-3, 1e6};  // on a time
    static constexpr range registers{0, 128};
    static constexpr range groups{1, 1024};

    void identity() {
        v.text("device", p.device);
        v.text("architecture", p.architecture);
        v.text("platform", p.platform);
        v.text("vendor", p.vendor);
        v.text("origin", p.origin);
    }

    void memory() {
        v.points("memory", "copy_gb_per_s", p.copy, 1e9, some_bytes, rate);
        v.number("memory", "unit_gb_per_s", p.unit_rate, 1e9, rate_or_none);
        v.number("memory", "link_gb_per_s", p.link_rate, 1e9, rate_or_none);
        v.number("memory", "cached_bytes", p.cached_bytes, 1, bytes);
        v.count("memory", "strides_run_bytes", p.strides_run, some_bytes);
        v.number("memory", "transpose", p.transpose, 1, factor);
        v.number("memory", "workspace", p.workspace, 1, cost);
    }

    template <class Costs>
    void costs(const char* group, Costs& m) {
        v.points(group, "runs", m.runs, 1, bytes, factor);
        v.points(group, "strides", m.strides, 1, bytes, cost);
        v.number(group, "non_temporal", m.non_temporal, 1, factor);
        v.number(group, "wait_us", m.wait, 1e-6, seconds);
    }

    void in_cache() {
        auto& c = p.in_cache;
        v.number("in_cache", "gb_per_s", c.rate, 1e9, rate_or_none);
        v.number("in_cache", "stage_us", c.stage, 1e-6, seconds);
        v.number("in_cache", "parts_us", c.parts, 1e-6, seconds);
        v.number("in_cache", "twiddles_us", c.twiddles, 1e-6, seconds);
        v.number("in_cache", "scattered_us", c.scattered, 1e-6, seconds);
        v.number("in_cache", "packed_us", c.packed, 1e-6, seconds);
        v.number("in_cache", "paired_us", c.paired, 1e-6, seconds);
        v.number("in_cache", "exchange", c.exchange, 1, cost);
        v.number("in_cache", "exchange_alone", c.exchange_alone, 1, cost);
        v.number("in_cache", "wide_radix", c.wide_radix, 1, cost);
        v.number("in_cache", "last_round", c.last_round, 1, cost);
    }

    void launches() {
        auto& l = p.launches;
        v.number("launches", "every_us", l.every, 1e-6, seconds);
        v.number("launches", "gap_us", l.gap, 1e-6, seconds);
        v.number("launches", "handover_us", l.handover, 1e-6, seconds);
        v.number("launches", "shared_bytes", l.shared_bytes, 1, bytes);
        v.number("launches", "hidden", l.hidden, 1, range{0, 1});
        v.number("launches", "room", l.room, 1, part);
    }

    void work() {
        auto& w = p.work;
        v.number("work", "exchange_of_one", w.exchange[0], 1, share);
        v.number("work", "exchange_of_two", w.exchange[1], 1, share);
        v.number("work", "exchange_of_more", w.exchange[2], 1, share);
        v.number("work", "few_items", w.few_items, 1, cost);
        v.number("work", "parts_once", w.parts_once, 1, share);
        v.number("work", "parts", w.parts, 1, share);
        v.number("work", "unaligned", w.unaligned, 1, share);
        v.number("work", "few_points", w.few_points, 1, share);
        v.number("work", "effort", w.effort, 1, share);
        v.number("work", "sparse", w.sparse, 1, share);
        v.number("work", "vacant", w.vacant, 1, share);
        v.number("work", "packed", w.packed, 1, share);
        v.number("work", "paired", w.paired, 1, share);
        v.number("work", "ahead", w.ahead, 1, share);
        v.number("work", "unhidden", w.unhidden, 1, share);
        v.number("work", "twiddles", w.twiddles, 1, share);
        v.number("work", "narrow_twiddles", w.narrow_twiddles, 1, share);
        v.number("work", "scattered", w.scattered, 1, share);
        v.number("work", "spectrum", w.spectrum, 1, share);
        v.number("work", "spectrum_alone", w.spectrum_alone, 1, share);
        v.number("work", "spectrum_groups", w.spectrum_groups, 1, share);
        v.number("work", "spectrum_wide", w.spectrum_wide, 1, share);
        v.number("work", "spectrum_effort", w.spectrum_effort, 1, share);
        v.number("work", "spectrum_parts", w.spectrum_parts, 1, share);
        v.number("work", "odd_exchange", w.odd_exchange, 1, share);
        v.number("work", "odd_parts", w.odd_parts, 1, share);
        v.number("work", "even_effort", w.even_effort, 1, share);
        v.number("work", "spectrum_between", w.spectrum_between, 1, factor);
        v.number("work", "permuted", w.permuted, 1, share);
        v.number("work", "permuted_real", w.permuted_real, 1, factor);
        v.number("work", "instructions", w.instructions, 1, range{1, 1e6});
        v.number("work", "uneven", w.uneven, 1, factor);
    }

    void thresholds() {
        auto& t = p.thresholds;
        v.number("thresholds", "partly_cached", t.partly_cached, 1, cost);
        v.count("thresholds", "short_run_bytes", t.short_run, bytes);
        v.count("thresholds", "long_run_bytes", t.long_run, bytes);
        v.power("thresholds", "longest_run_bytes", t.longest_run, run_bytes);
        v.count("thresholds", "few_items", t.few_items, count);
        v.count("thresholds", "sparse_items", t.sparse_items, count);
        v.count("thresholds", "exposed_items_alone", t.exposed_items_alone, count);
        v.count("thresholds", "exposed_items", t.exposed_items, count);
        v.count("thresholds", "few_points", t.few_points, count);
        v.count("thresholds", "usual_radix", t.usual_radix, count);
        v.count("thresholds", "double_radix", t.double_radix, count);
    }

    void unit() {
        auto& u = p.unit;
        v.count("unit", "registers", u.registers, range{1024, 1e9});
        v.count("unit", "granule", u.granule, range{1, 1024});
        v.count("unit", "item", u.item, range{16, 1e6});
        v.count("unit", "work_items", u.work_items, range{16, 1e6});
        v.count("unit", "taken", u.taken, bytes);
        v.count("unit", "items_granule", u.items_granule, range{1, 1024});
        v.count("unit", "group_items", u.group_items, range{64, 1024});
        v.count("unit", "groups", u.groups, groups);
        v.power("unit", "banks", p.banks.count, range{1, most_banks});
        v.power("unit", "bank_bytes", p.banks.bytes, range{1, 16});
        v.count("unit", "items_at_once", p.banks.items, range{1, 1024});
    }

    void kernels() {
        auto& r = p.registers;
        v.number("registers", "f32", r.f32, 1, registers);
        v.number("registers", "f64", r.f64, 1, registers);
        v.number("registers", "spacious_f32", r.spacious_f32, 1, registers);
        v.number("registers", "spacious_f64", r.spacious_f64, 1, registers);
        v.number("registers", "spectrum", r.spectrum, 1, registers);
        v.number("registers", "mapped", r.mapped, 1, registers);
        v.number("registers", "spilled", r.spilled, 1, share);
        v.number("registers", "beyond_item", r.beyond_item, 1, cost);
        v.number("registers", "share_f32", r.share_f32, 1, part);
        v.number("registers", "share_f64", r.share_f64, 1, part);
    }

    void lanes() {
        v.number("lanes", "stage_ns", p.lane.stage, 1e-9, seconds);
        v.number("lanes", "gather_ns", p.lane.gather, 1e-9, seconds);
        v.number("lanes", "crowded", p.lane.crowded, 1, cost);
        v.number("lanes", "crowded_part", p.lane.crowded_part, 1, factor);
        v.number("lanes", "overhead", p.lane.overhead, 1, cost);
    }

    Profile& p;
    Visitor& v;
};

template <class Profile, class Visitor>
void each_field(Profile& p, Visitor& v) {
    profile_fields<Profile, Visitor>(p, v).visit();
}

}  // namespace stockham::internal
