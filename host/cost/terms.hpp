// The terms of the cost model as rows of tables: name, condition, seconds. An estimate is the sum of its terms.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <stockham/device.hpp>

#include "cost/cost.hpp"
#include "profile/profile.hpp"

namespace stockham::internal {

/// A term. `after` gives the estimate with this term from the estimate `before` it; the difference is what the term
/// costs. So a term can be added, be a factor, or be a lower bound.
template <class View>
struct cost_term {
    const char* name;
    bool (*applies)(const View&);
    double (*after)(const View&, double before);
};

template <class View>
struct term_table {
    const cost_term<View>*first = nullptr, *last = nullptr;
};
template <class View, std::size_t count>
constexpr term_table<View> table_of(const cost_term<View> (&rows)[count]) {
    return {rows, rows + count};
}

/// The estimate after all terms of a table. Calls `use` with the name of each term and what it adds.
template <class View, class Use>
double sum_of(const term_table<View>& table, const View& view, double start, const Use& use) {
    double sum = start;
    for (const auto* term = table.first; term != table.last; ++term) {
        if (!term->applies(view)) continue;
        const double after = term->after(view, sum);
        use(term->name, after - sum);
        sum = after;
    }
    return sum;
}

struct pass_view;

/// The terms of a pass, by where its data are.
struct pass_terms {
    term_table<pass_view> waits;   ///< in seconds: the pass waits, whatever it moves
    term_table<pass_view> work;    ///< in units of pass_view::unit: work beside moving data
    term_table<pass_view> moving;  ///< in seconds: from the work to the time without waits
    term_table<pass_view> idle;    ///< in seconds: from the sum of both to the whole time
};
/// For GPUs whose data are in memory or in the cache, and for the lanes of CPUs.
extern const pass_terms terms_beyond_cache, terms_in_cache, terms_on_lanes;

/// Quantities that the terms of a pass share.
struct pass_view {
    const pass_traffic& t;
    const profile_data& p;
    const device_description& device;
    const pass_terms* terms = nullptr;
    const memory_costs* memory = nullptr;
    double copy = 0;      ///< seconds to copy the pass's bytes
    double slow = 0;      ///< the same far beyond all caches
    double access = 1;    ///< factor by the lengths of contiguous runs, strides and cache hints
    double worked = 1;    ///< bytes that exchanges move over those that the pass moves
    double unit = 0;      ///< seconds of work
    double idle = 1;      ///< factor by compute units that have no group
    double all_work = 0;  ///< the sum of the terms of work
};

/// A pass on the device.
pass_view view_of(const pass_traffic&, const profile_data&, const device_description&);

/// Pass `k` of lane passes that share a launch of `parts` parts, without idle compute units.
pass_view view_of_part(const std::vector<pass_traffic>& passes, std::size_t k, std::uint64_t parts, const profile_data&,
                       const device_description&);

/// The seconds of a pass. Calls `use` as sum_of().
template <class Use>
double seconds_of(pass_view& v, const Use& use) {
    const double unit = v.worked * v.unit;
    v.all_work = sum_of(v.terms->work, v, 0, [&](const char* name, double work) { use(name, work * unit); });
    const double waits = sum_of(v.terms->waits, v, 0, use);
    const double moving = sum_of(v.terms->moving, v, v.all_work * v.worked * v.unit, use);
    return sum_of(v.terms->idle, v, waits + moving, use);
}

/// Launches of kernels that take `device_seconds` on the device.
struct launch_view {
    const launch_costs& costs;
    double count;
    double device_seconds;

    double each() const { return costs.gap + device_seconds / count; }
};
extern const term_table<launch_view> launch_terms;

/// A transpose on the device, without its launch.
struct transpose_view {
    const profile_data& p;
    double bytes;  ///< read plus written
};
extern const term_table<transpose_view> transpose_terms;

}  // namespace stockham::internal
