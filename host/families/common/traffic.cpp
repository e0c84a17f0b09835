// The properties of a step that the cost model uses.
#include <algorithm>

#include "families/common/draft.hpp"
#include "profile/known_profiles.hpp"

namespace stockham::internal {

namespace {

/// The length in bytes of contiguous runs in global memory, by the tile's dimensions.
template <class Stride>
std::uint64_t contiguous_bytes(const pass_step& s, Stride stride, std::size_t element) {
    std::uint64_t run = 1;
    for (bool grown = true; grown;) {
        grown = false;
        for (unsigned d = 0; d < s.tile.size(); ++d)
            if (s.lines_along(d) > 1 && stride(s.tile[d].points) == run) {
                run *= s.lines_along(d);
                grown = true;
            }
    }
    return run * element;
}

/// Operations per point of a butterfly: 5 for each factor of 2, 4 p for an odd prime factor p, and twiddle factors
/// between the factors of a composite radix.
double operations(unsigned radix) {
    constexpr double of_two = 5, of_prime = 4, twiddle = 6;
    double sum = 0;
    for (unsigned prime = 2; radix > 1; ++prime)
        for (; radix % prime == 0; radix /= prime)
            sum += prime == 2 ? of_two : of_prime * prime + (radix > prime ? twiddle : 0);
    return sum;
}

/// The work of a stage relative to one of radix 4. Each point is also loaded, stored and multiplied by a twiddle
/// factor, which takes `overhead` operations.
double work_of_stage(unsigned radix, double overhead) {
    return (overhead + operations(radix)) / (overhead + operations(4));
}

/// True if lines or rows of a side begin at addresses that are no multiples of the longest transaction.
bool is_unaligned(const pass_step& s, std::uint64_t iodim::*stride, std::size_t element) {
    constexpr std::uint64_t transaction = 128;
    const auto unaligned = [&](const iodim& d) {
        const auto apart = d.*stride * element;
        return d.n > 1 && apart > transaction && apart % transaction != 0;
    };
    return std::any_of(s.loops.begin(), s.loops.end(), unaligned);
}

}  // namespace

pass_traffic traffic_of(const pass_problem& p, const pass_step& s, const device_description& device) {
    const auto& profile = profile_of(device);
    pass_traffic t;
    t.points = p.points();
    t.element = element_size(p.precision);
    t.bytes = s.bytes_moved;
    t.plan_bytes = p.plan_bytes;
    t.launches = s.launches();
    t.worked_bytes = 2 * s.launches() * s.groups() * s.tile_points() * element_size(p.precision);
    t.in_run = contiguous_bytes(s, in_stride, bytes_of(p.in.form, p.precision));
    t.out_run = contiguous_bytes(s, out_stride, bytes_of(p.out.form, p.precision));
    t.unaligned = unsigned{is_unaligned(s, &iodim::is, bytes_of(p.in.form, p.precision))} +
                  is_unaligned(s, &iodim::os, bytes_of(p.out.form, p.precision));
    t.stages = static_cast<unsigned>(s.stages.size()) + s.in.packed + s.out.packed + s.unpairs();
    for (const auto& g : s.stages) t.copies += g.radix == 1;
    t.exchanges = s.exchanges_of_stages() + s.in.packed + s.out.packed + s.unpairs();
    t.stage_work = s.in.packed + s.out.packed + s.unpairs();
    for (const auto& g : s.stages) t.stage_work += work_of_stage(g.radix, profile.lane.overhead);
    t.work_items = s.work_items;
    // With fewer groups than the device can hold, no group loads while others compute.
    t.min_groups = static_cast<unsigned>(std::min<std::uint64_t>(
        s.min_groups, std::max<std::uint64_t>(1, s.groups() / std::max(1U, device.compute_units))));
    t.few_points = s.item_points() < profile.thresholds.few_points && t.points >= profile.thresholds.few_points;
    t.effort = s.effort;
    for (const auto& d : s.tile)
        if (d.points.n > 1) {
            t.in_stride = std::max(t.in_stride, d.points.is * element_size(p.precision));
            t.out_stride = std::max(t.out_stride, d.points.os * element_size(p.precision));
        }
    t.packed = unsigned{s.in.packed} + s.out.packed;
    t.paired = s.paired.has_value();
    for (const auto& g : s.stages) t.radix = std::max(t.radix, g.radix);
    t.resident = s.min_groups;
    t.twiddled =
        std::any_of(s.inter_pass_twiddles.begin(), s.inter_pass_twiddles.end(), [](const auto& r) { return !r.after; });
    t.multiplied = s.convolution.factor.has_value();
    t.between_passes = t.multiplied && t.twiddled;
    t.permuted = s.convolution.permuted();
    t.non_temporal = s.non_temporal;
    for (const auto& r : s.inter_pass_twiddles)
        t.scattered = t.scattered || (!r.after && (r.on_load ? s.stages.front() : s.stages.back()).contiguous != r.dim);
    t.to_workspace = s.out.where == buffer::workspace;
    t.groups = s.groups();
    t.local_bytes = s.local_bytes();
    t.digits = 0;
    for (const auto& d : s.tile) t.digits += d.transformed;
    return t;
}

}  // namespace stockham::internal
