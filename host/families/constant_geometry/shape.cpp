// Shapes and choices of word-group passes.
#include <algorithm>

#include "base/immortal.hpp"
#include "base/smooth.hpp"
#include "families/common/draft.hpp"
#include "families/constant_geometry/constant_geometry.hpp"
#include "profile/capabilities.hpp"
#include "profile/known_profiles.hpp"

namespace stockham::internal {

namespace {

/// Costs that are the same for all devices: no calibration measures them.
namespace costs {
constexpr double registers = 16;             // of any work-item
constexpr double registers_per_word = 8;     // per 32-bit word of a point
constexpr double registers_of_points = 8;    // for the words of a work-item's points, at most
constexpr double registers_per_address = 2;  // per point at its own place, except for the first `free_addresses`
constexpr double free_addresses = 4;
constexpr double places_once = 2;             // work of the places of all points, in points
constexpr double factors = 0.2;               // work of the twiddle factors of each place, in points
constexpr std::uint64_t groups = 8;           // maximum of resident work-groups
constexpr std::uint64_t enough_items = 1024;  // work-items of a compute unit that hide their latency
constexpr std::uint64_t longest_run = 128;    // longer contiguous runs gain nothing; in bytes
}  // namespace costs

constexpr unsigned most_rounds = 16;  // points of a work-item: they determine the size of the kernel's code

bool is_known(const pass_problem& p) {
    return !p.factor && !p.in.packed && !p.out.packed &&
           std::all_of(p.transforms.begin(), p.transforms.end(), [](const digit_transform& t) {
               return is_power_of_two(t.points.n) && !t.convolution && t.in_order <= 1;
           });
}

std::uint64_t most_work_items(const device_description& device) {
    return power_of_two_below(std::min<std::uint64_t>(device.max_work_group, profile_of(device).unit.group_items));
}

/// Adds the epochs along each transformed dimension, between two copying stages.
void chain_epochs(pass_step& s, constant_geometry_pass& own, unsigned geometry, unsigned in_contiguous,
                  unsigned out_contiguous) {
    s.stages.push_back({in_contiguous, 1, 1, in_contiguous});
    for (unsigned d = 0; d < s.tile.size(); ++d) {
        if (!s.tile[d].transformed) continue;
        const auto n = s.tile[d].points.n;
        for (unsigned span = 1; span < n; span *= s.tile[d].radices.back()) {
            const auto radix = n / span < geometry ? 2 : geometry;
            s.tile[d].radices.push_back(radix);
            s.stages.push_back({d, radix, span, 0});
        }
        own.order = std::max(own.order, n);
    }
    s.stages.push_back({out_contiguous, 1, 1, out_contiguous});
}

constant_geometry_pass groups_by(const constant_geometry_choice& choice) {
    constant_geometry_pass w;
    w.points = choice.geometry;
    w.schedule = choice.schedule;
    w.conventional = choice.conventional;
    w.barrier_per_stage = choice.barrier_per_stage;
    w.global_twiddles = choice.global_twiddles;
    w.swizzled = choice.swizzled;
    return w;
}

/// The number of different places within a transform among a work-item's rounds.
std::uint64_t places_of_rounds(const pass_step& s) {
    std::uint64_t before = 1, transform = 1;
    for (const auto& d : s.tile) {
        before *= d.points.n;
        if (d.transformed) transform = before;
    }
    return std::max<std::uint64_t>(1, transform / s.work_items);
}

/// Work-groups that a compute unit can hold at a time. Rounds at different places need separate address registers.
unsigned resident_groups(const pass_step& s, const device_description& device) {
    const auto& unit = profile_of(device).unit;
    const auto words = static_cast<double>(element_size(s.precision)) / 4;
    const double points = s.item_points();
    const double addresses = places_of_rounds(s) > 1 ? std::max(0.0, points - costs::free_addresses) : 0;
    const double registers = costs::registers + costs::registers_per_word * words +
                             std::min(costs::registers_of_points, words * points) +
                             costs::registers_per_address * addresses;
    const auto by_registers =
        static_cast<std::uint64_t>(static_cast<double>(unit.registers) / (s.work_items * registers));
    const std::uint64_t by_local = (usable_local(device) + unit.taken) / (s.local_bytes() + unit.taken);
    const auto least = std::min({by_registers, by_local, unit.work_items / s.work_items, costs::groups});
    return static_cast<unsigned>(std::max<std::uint64_t>(1, least));
}

/// The work besides word groups. Places are computed once for all points of a work-item,
/// and twiddle factors are read once for all rounds at the same place of different transforms. A compute unit with few
/// work-items cannot hide their latency.
double effort_of(const pass_step& s, const device_description& device) {
    const std::uint64_t units = std::max(1U, device.compute_units);
    const auto resident = std::min<std::uint64_t>(s.min_groups, (s.groups() + units - 1) / units);
    const auto waits =
        std::max(1.0, static_cast<double>(costs::enough_items) / static_cast<double>(resident * s.work_items));
    const auto places = static_cast<double>(places_of_rounds(s));
    return waits * (1 + (costs::places_once + costs::factors * places) / static_cast<double>(s.item_points()));
}

/// Chooses work-items so that all rounds are full. Refused if the work-group cannot hold the tile.
objection fit_work_group(pass_step& s, const device_description& device, const constant_geometry_choice& choice) {
    const auto tile = s.tile_points();
    if (!is_power_of_two(tile)) return refusal{"geometry", "is for powers of two"};
    std::uint64_t radix = 1;  // work-items of a word group, or points of a work-item that computes one alone
    for (const auto& g : s.stages) radix = std::max<std::uint64_t>(radix, g.radix);
    const bool alone = choice.schedule == group_schedule::alone;
    const auto wanted = std::max<std::uint64_t>(choice.points, alone ? radix : 1);
    auto work_items = std::min(most_work_items(device), std::max<std::uint64_t>(1, tile / wanted));
    if (!alone) work_items = std::max(work_items, radix);
    if (work_items > device.max_work_group || tile / work_items > most_rounds)
        return refusal{"", "needs more work-items than a work-group of the device has"};
    s.work_items = static_cast<unsigned>(work_items);
    if (s.local_bytes() > usable_local(device)) return refusal{"", "needs more local memory than the device has"};
    s.min_groups = choice.min_groups ? choice.min_groups : resident_groups(s, device);
    s.effort = effort_of(s, device);
    s.non_temporal = choice.non_temporal;
    if (choice.non_temporal && !(s.in.is_plain() && s.out.is_plain()))
        return refusal{"non_temporal", "is for interleaved complex data in plain strided layouts"};
    return {};
}

std::uint64_t power_of_two_above(std::uint64_t n) {
    std::uint64_t p = 1;
    while (p < n) p *= 2;
    return p;
}

/// The lines of a tile: first along line dimensions that are tighter than the transforms, then more until there are
/// `target` points.
std::vector<std::uint64_t> blocks_of(const pass_problem& p, std::uint64_t run, std::uint64_t target) {
    std::vector<std::uint64_t> blocks(p.lines.size(), 1);
    for (int line : {tightest_line(p, in_stride), tightest_line(p, out_stride)})
        if (line >= 0) {
            const auto k = static_cast<std::size_t>(line);
            blocks[k] = power_of_two_above(std::min(run, p.lines[k].lines.n));
        }
    std::uint64_t points = 1;
    for (const auto& t : p.transforms) points *= t.points.n;
    for (auto b : blocks) points *= b;
    for (std::size_t k = 0; k < blocks.size(); ++k)
        for (; points < target && blocks[k] < p.lines[k].lines.n; points *= 2) blocks[k] *= 2;
    return blocks;
}

shape_result shape_of_size(const pass_problem& p, const device_description& device,
                           const constant_geometry_choice& choice, std::uint64_t target) {
    const draft d{p, device, blocks_of(p, choice.width, target)};
    shaped_pass result;
    auto& s = result.step;
    if (const auto why = lay_out(d, s)) return *why;
    auto own = groups_by(choice);
    own.bit_reversed = p.bit_reversed;
    chain_epochs(s, own, choice.geometry, tightest_dim(s, in_stride), tightest_dim(s, out_stride));
    s.family = own;
    if (const auto why = fit_work_group(s, device, choice)) return *why;
    auto t = traffic_of(p, s, device);
    if (device.vector_bytes)
        t.lanes_used = static_cast<double>(element_size(p.precision)) / 2 / static_cast<double>(device.vector_bytes);
    return with_cost(std::move(result), t, device);
}

std::vector<pass_choice> choices(const pass_problem& p, const device_description&, unsigned) {
    const auto longest = costs::longest_run / element_size(p.precision);
    const bool lines = tightest_line(p, in_stride) >= 0 || tightest_line(p, out_stride) >= 0;
    std::uint64_t transform = 1;
    for (const auto& t : p.transforms) transform *= t.points.n;
    // As many work-items as a transform has points, so that each works at the same place of several transforms.
    const auto each = static_cast<unsigned>(std::clamp<std::uint64_t>(power_of_two_above(transform), 128, 512));
    std::vector<pass_choice> choices;
    for (auto run = longest; run >= 1; run = lines ? run / 2 : 0)
        for (unsigned points : {2U, 4U, 8U, 16U})
            for (unsigned least = each; least; least = least > 128 ? 128 : 0) {
                constant_geometry_choice c;
                c.width = static_cast<unsigned>(run);
                c.points = points;
                c.min_items = least;
                c.swizzled = true;
                choices.emplace_back(c);
            }
    return choices;
}

/// The largest number of points of a transform by word groups of four.
std::uint64_t capacity(const device_description& device, precision p) {
    // Two buffers and three quarters of the roots.
    const auto held = usable_local(device) * 4 / (element_size(p) * 11);
    return power_of_two_below(std::min<std::uint64_t>(held, most_rounds * most_work_items(device)));
}

}  // namespace

shape_result shape_of_constant_geometry(const pass_problem& p, const device_description& device,
                                        const pass_choice& chosen, fidelity) {
    const auto& choice = chosen.to<constant_geometry_choice>();
    if (!is_known(p)) return refusal{"geometry", "is for complex transforms whose lengths are powers of two"};
    // Fewer lines if the tile does not fit, or has more partly filled dimensions than there are guards.
    auto target = std::uint64_t{choice.points} * std::min<std::uint64_t>(choice.min_items, device.max_work_group);
    auto shaped = shape_of_size(p, device, choice, target);
    while (!shaped && target > 1) shaped = shape_of_size(p, device, choice, target /= 2);
    return shaped;
}

namespace {

std::vector<pass_choice> variations(const pass_choice& given, const device_description& device) {
    const auto& base = given.to<constant_geometry_choice>();
    std::vector<pass_choice> all;
    const auto add = [&](auto change) {
        auto c = base;
        change(c);
        all.emplace_back(c);
    };
    for (unsigned least : {32U, 64U, 128U, 256U, 512U})
        if (least != base.min_items) add([&](constant_geometry_choice& c) { c.min_items = least; });
    add([](constant_geometry_choice& c) { c.swizzled = !c.swizzled; });
    const auto can = capabilities_of(device);
    if (can.prefetches) add([](constant_geometry_choice& c) { c.non_temporal = !c.non_temporal; });
    if (can.caps_registers && base.min_groups == 0) add([](constant_geometry_choice& c) { c.min_groups = 1; });
    return all;
}

}  // namespace

const kernel_family& constant_geometry_family() {
    static const auto& family = immortal([] {
        kernel_family f;
        f.name = constant_geometry_name;
        f.mark = "geometry=";
        f.bit_reversed = true;
        f.kernel_folders = {"cl/constant_geometry/"};
        f.default_choice = [] { return pass_choice(constant_geometry_choice{}); };
        f.options = constant_geometry_options;
        f.contradiction = constant_geometry_contradiction;
        f.shape = shape_of_constant_geometry;
        f.choices = choices;
        f.variations = variations;
        f.capacity = capacity;
        f.compute = compute_constant_geometry;
        f.text = text_of_constant_geometry;
        f.probes = constant_geometry_probes;
        return f;
    }());
    return family;
}

}  // namespace stockham::internal
