// The shape of a work-group pass: its tile, stages and work-group.
#include <algorithm>

#include "base/smooth.hpp"
#include "families/common/draft.hpp"
#include "families/work_group/local_layout.hpp"
#include "families/work_group/registers.hpp"
#include "families/work_group/stages.hpp"
#include "families/work_group/work_group.hpp"
#include "families/work_group/work_items.hpp"
#include "profile/known_profiles.hpp"

namespace stockham::internal {

namespace {

work_group_pass& own_part(pass_step& s) {
    return s.family.to<work_group_pass>();
}

unsigned largest_radix(const pass_step& s) {
    unsigned radix = 1;
    for (const auto& g : s.stages) radix = std::max(radix, g.radix);
    return radix;
}

/// The most points that a work-item holds at a time, as one of this many.
unsigned points_held(const pass_step& s, const work_group_pass& own, std::uint64_t work_items) {
    std::uint64_t held = 1;
    for (const auto& g : s.stages) {
        const std::uint64_t shares = own.sharing_items(g.radix), at_a_time = work_items / shares;
        held = std::max(held, (s.butterflies_of(g) + at_a_time - 1) / at_a_time * (g.radix / shares));
    }
    return static_cast<unsigned>(held);
}

/// Why the number of work-items that the choice names does not suit the tile.
objection unfit_items(const work_group_choice& choice, const stage_work& work, std::uint64_t each,
                      std::uint64_t together) {
    if (choice.items < work.least_items(each))
        return refusal{"items", "names fewer work-items than the tile needs with this many points each"};
    if (choice.items % together)
        return refusal{"items", "must be a multiple of the work-items that share a matrix unit"};
    return {};
}

/// Sets the number of work-items and of the points that each holds. Refused if a work-group does not have that many, or
/// not enough registers.
objection choose_work_items(pass_step& s, const device_description& device, const work_group_choice& choice,
                            const stage_work& work, fidelity how) {
    const auto most = std::min<std::uint64_t>(device.max_work_group, profile_of(device).unit.group_items);
    const auto each = std::min<std::uint64_t>(std::max(largest_radix(s), choice.points), s.tile_points());
    auto& own = own_part(s);
    const std::uint64_t together = own.items_together();
    if (const auto why = choice.items ? unfit_items(choice, work, each, together) : objection{}) return why;
    const auto take = [&](std::uint64_t work_items) {
        own.points = points_held(s, own, work_items);
        s.work_items = static_cast<unsigned>(work_items);
        return has_registers(s, device);
    };
    const auto work_items =
        choice.items ? choice.items : (work.even_items(each, most) + together - 1) / together * together;
    if (work_items > most)
        return choice.items ? refusal{"items", "names more work-items than a work-group of the device has"}
                            : refusal{"", "needs more work-items than a work-group of the device has"};
    // A plan string may name a chain for which a device has too few registers.
    const bool any_registers = !choice.chain.empty() && how == fidelity::exact;
    if (take(work_items) || any_registers) return {};
    return refusal{"", "needs more registers than this many work-items have"};
}

/// Sets how work-items exchange points and the layout of local memory. Refused if the device has too little of it.
objection choose_exchange(pass_step& s, const device_description& device, const work_group_choice& choice,
                          fidelity how) {
    if (choice.exchange != exchange_mode::whole && (s.packs() || s.unpairs()))
        return refusal{"exchange", "splits complex numbers, but packing and unpacking real data needs whole ones"};
    if (!s.exchanges()) return {};
    if (choice.exchange == exchange_mode::separate && s.convolution.whole())
        return refusal{"exchange", "overwrites point 0 of a prime that is a radix of the tile"};
    own_part(s).exchange = choice.exchange;
    return lay_out_local(s, device, choice, how);
}

/// Work-groups that a compute unit should hold: more hide no more latency.
unsigned resident_groups(const pass_step& s, const device_description& device, const work_group_choice& choice) {
    if (choice.min_groups) return choice.min_groups;
    const auto half = profile_of(device).unit.work_items / 2;
    const auto many = std::clamp<std::uint64_t>(half / s.work_items, 8, 32);
    return static_cast<unsigned>(std::min(groups_that_fit(s, device), many));
}

/// Sets prefetching and the hint for caches. Refused if global memory is not accessed in a plain way.
objection choose_cache_use(pass_step& s, const device_description& device, const work_group_choice& choice) {
    s.non_temporal = choice.non_temporal;
    const bool plain = s.in.is_plain() && s.out.is_plain() && !s.convolution.digit;
    if ((choice.prefetch || choice.non_temporal) && !plain)
        return refusal{choice.prefetch ? "prefetch" : "non_temporal",
                       "is for interleaved complex data in plain strided layouts"};
    if (choice.prefetch && s.guards.empty()) own_part(s).prefetch = s.min_groups * device.compute_units;
    return {};
}

/// Chooses the work-group for the stages. Refused if no work-group can hold the tile.
objection fit_work_group(pass_step& s, const device_description& device, const work_group_choice& choice,
                         fidelity how) {
    s.family = choice.part(device);
    if (const auto why = choice.unfit_stages(s)) return why;
    const stage_work work(s, profile_of(device).work.uneven);
    if (const auto why = choose_work_items(s, device, choice, work, how)) return why;
    if (const auto why = choose_exchange(s, device, choice, how)) return why;
    s.min_groups = resident_groups(s, device, choice);
    own_part(s).sub_group = wanted_sub_group(s, device);
    if (const auto why = choose_cache_use(s, device, choice)) return why;
    s.effort = work.of(s.work_items) / static_cast<double>(s.tile_points() * s.stages.size());
    return {};
}

/// Sets the source of twiddle factors. Refused if the choice asks for sines, but the pass needs factors from tables.
objection choose_factors(pass_step& s, const work_group_choice& choice) {
    s.twiddles = choice.twiddles;
    if (choice.twiddles == twiddle_source::tables) return {};
    if (choice.twiddles == twiddle_source::native && s.precision != precision::f32)
        return refusal{"twiddles", "is for single precision if it is native"};
    if (!s.in.is_plain() || !s.out.is_plain() || s.convolution.digit || s.convolution.factor)
        return refusal{"twiddles", "is for passes whose factors are all twiddle factors"};
    return {};
}

/// The number of used tile dimensions.
std::size_t dimensions(const draft& d) {
    const auto taken = [](const auto& all, auto is_one) {
        return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), is_one));
    };
    return taken(d.problem.transforms, [](const auto& t) { return t.points.n > 1; }) +
           taken(d.blocks, [](std::uint64_t block) { return block > 1; });
}

/// Grows the tile along the tightest lines to `target` points, as far as it has dimensions left.
void grow(draft& d, std::uint64_t target) {
    for (std::size_t k = 0; k < d.problem.lines.size() && d.points() < target; ++k) {
        if (d.blocks[k] == 1 && dimensions(d) == TILE_RANK) continue;
        while (d.points() < target && d.blocks[k] < d.problem.lines[k].lines.n) d.blocks[k] *= 2;
    }
}

/// Chooses the line dimension whose lines are paired: the one with the most lines in the tile, else the tightest one.
/// False if the tile has no room for two lines. The last line of an odd number is alone in its pair.
bool pair_up(draft& d) {
    const auto most = std::max_element(d.blocks.begin(), d.blocks.end());
    if (most == d.blocks.end() || (*most == 1 && dimensions(d) == TILE_RANK)) return false;
    *most += *most % 2;
    *most = std::max<std::uint64_t>(*most, 2);
    d.paired = static_cast<int>(most - d.blocks.begin());
    return true;
}

/// Sorts a filter of an axis that several passes transform, so that the points of a line are adjacent. In the order of
/// the axis they are as far apart as the filter has lines, and each read of a work-item is a transaction of its own.
void sort_filter_by_lines(pass_step& s) {
    if (!s.convolution.factor || !s.convolution.factor->filter) return;
    const auto line = std::find_if(s.tile.begin(), s.tile.end(), [](const tile_dim& d) { return d.transformed; });
    auto& strides = s.convolution.factor->growth;
    const auto lines = strides.tile[line - s.tile.begin()];
    if (lines <= 1) return;
    s.convolution.factor->filter->rows = lines;
    const auto points = s.convolution.factor->filter->order / lines;
    const auto sorted = [&](std::uint64_t stride) { return stride == lines ? 1 : stride * points; };
    for (auto& stride : strides.tile) stride = sorted(stride);
    for (auto& stride : strides.loop) stride = sorted(stride);
}

/// True if the tile is one line, or one pair of lines.
bool is_one_line(const pass_step& s) {
    return std::count_if(s.tile.begin(), s.tile.end(), [](const tile_dim& d) { return d.points.n > 1; }) == 1;
}

/// The pass with a tile of about `target` points.
shape_result shape_of_size(const pass_problem& p, const device_description& device, const work_group_choice& choice,
                           fidelity how, std::uint64_t target) {
    draft d{p, device, std::vector<std::uint64_t>(p.lines.size(), 1)};
    for (int line : {tightest_line(p, in_stride), tightest_line(p, out_stride)})
        if (line >= 0) {
            const auto k = static_cast<std::size_t>(line);
            const auto n = p.lines[k].lines.n;
            d.blocks[k] = n < 2 * choice.width ? n : choice.width;  // avoids a second tile for a few lines
        }
    if (choice.paired && !has_real_lines(p))
        return refusal{"paired", "is for passes between real data and half a spectrum"};
    if (choice.paired && !pair_up(d)) return refusal{"paired", "needs a second line in the tile"};
    grow(d, target);
    shaped_pass result;
    auto& s = result.step;
    if (const auto why = lay_out(d, s)) return *why;
    sort_filter_by_lines(s);
    set_stages(s, choice, profile_of(device).thresholds.short_run);
    if (const auto why = fit_work_group(s, device, choice, how)) return *why;
    if (const auto why = choose_factors(s, choice)) return *why;
    auto traffic = traffic_of(p, s, device);
    s.family.to<work_group_pass>().add_traffic(s, profile_of(device), traffic);
    traffic.odd_line =
        is_one_line(s) && !s.convolution.factor && may_overflow(p) && !is_partly_cached(p.plan_bytes, device);
    traffic.even_chain = traffic.odd_line && !choice.chain.empty();
    return with_cost(std::move(result), traffic, device);
}

}  // namespace

shape_result shape_of_work_group(const pass_problem& p, const device_description& device, const pass_choice& chosen,
                                 fidelity how) {
    const auto& choice = chosen.to<work_group_choice>();
    if (const auto why = unfit_chain(choice, p)) return *why;
    if (const auto why = choice.unfit(p)) return *why;
    std::uint64_t each = choice.points;
    for (const auto& link : choice.chain) each = std::max<std::uint64_t>(each, link.radix);
    if (choice.chain.empty())
        for (const auto& t : p.transforms)
            for (unsigned r : radix_chain(t.points.n, choice.max_radix)) each = std::max<std::uint64_t>(each, r);
    auto target = each * std::min<std::uint64_t>(choice.min_items, device.max_work_group);
    auto shaped = shape_of_size(p, device, choice, how, target);
    for (; !shaped && target > 1 && may_overflow(p); target /= 2)
        shaped = shape_of_size(p, device, choice, how, target / 2);
    return shaped;
}

}  // namespace stockham::internal
