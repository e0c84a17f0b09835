// The choices for a work-group pass, and the variations that a search on the device measures.
#include <algorithm>
#include <array>
#include <vector>

#include "base/immortal.hpp"
#include "base/smooth.hpp"
#include "families/common/draft.hpp"
#include "families/work_group/even_chains.hpp"
#include "families/work_group/registers.hpp"
#include "families/work_group/work_group.hpp"
#include "profile/capabilities.hpp"
#include "profile/known_profiles.hpp"

namespace stockham::internal {

bool may_overflow(const pass_problem& p) {
    unsigned odd_lines = 0;
    for (const auto& l : p.lines) odd_lines += !is_power_of_two(l.lines.n);
    return odd_lines > GUARD_COUNT || std::any_of(p.transforms.begin(), p.transforms.end(),
                                                  [](const auto& t) { return !is_power_of_two(t.points.n); });
}

namespace {

constexpr std::uint64_t least_even_line = 512;  // shorter lines share a tile

chain_limits limits_for(const pass_problem& p, const device_description& device, unsigned max_radix) {
    const auto& profile = profile_of(device);
    const auto& beside = profile.registers;
    const bool doubles = p.precision == precision::f64;
    const double spilled = p.factor ? beside.spilled : 0;
    chain_limits limits;
    limits.radix = max_radix;
    limits.points = std::min<std::uint64_t>(doubles ? 20 : 32, most_points(p.precision, device));
    limits.items = std::min<std::uint64_t>(device.max_work_group, profile.unit.group_items);
    limits.registers = static_cast<std::uint64_t>((1 + spilled) * static_cast<double>(profile.unit.registers));
    limits.item_registers = static_cast<std::uint64_t>(
        (doubles ? beside.f64 : beside.f32) + (p.factor ? beside.spectrum : 0) + (p.in.mapped ? beside.mapped : 0));
    limits.point_registers = doubles ? 4 : 2;
    // Partly filled rounds cost nothing in a pass that waits for memory.
    limits.uneven = p.factor ? profile.work.uneven : 1;
    return limits;
}

/// The work-groups on a compute unit with so few registers that a work-item keeps few beside its points.
unsigned most_groups(const even_chain& even, const chain_limits& limits, const unit_limits& unit) {
    constexpr std::uint64_t few = 16;
    const auto items = (even.items + unit.items_granule - 1) / unit.items_granule * unit.items_granule;
    return static_cast<unsigned>(unit.registers / ((even.held * limits.point_registers + few) * items));
}

/// Choices that name an even chain for whole lines whose lengths are no powers of two.
void add_even_chains(std::vector<work_group_choice>& choices, const pass_problem& p, const device_description& device,
                     unsigned max_radix) {
    if (p.transforms.size() != 1) return;
    const auto& by = p.transforms[0].convolution;
    const auto n = by ? by->length : p.transforms[0].points.n;
    if (is_power_of_two(n) || n < least_even_line || (!p.factor && is_partly_cached(p.plan_bytes, device))) return;
    const auto limits = limits_for(p, device, max_radix);
    for (const auto& even : even_chains(n, limits)) {
        work_group_choice c;
        c.points = static_cast<unsigned>(2 * power_of_two_below(even.held - 1));
        c.min_items = 1;  // one line
        c.items = static_cast<unsigned>(even.items);
        for (unsigned radix : even.radices) c.chain.push_back({0, radix});
        const auto add_exchanges = [&] {
            for (auto exchange : {exchange_mode::whole, exchange_mode::separate}) {
                c.exchange = exchange;
                choices.push_back(c);
            }
            if (!has_real_lines(p)) return;
            choices.push_back(c);
            choices.back().exchange = exchange_mode::whole;
            choices.back().paired = true;
        };
        add_exchanges();
        const auto groups = most_groups(even, limits, profile_of(device).unit);
        if (groups < 2 || groups > 3 || !capabilities_of(device).caps_registers) continue;
        c.min_groups = groups;
        add_exchanges();
    }
}

/// Runs of lines, longest first; only 1 if the pass has no lines that are tighter than its transforms.
std::vector<unsigned> widths_of(const pass_problem& p, const device_description& device, bool lines) {
    std::vector<unsigned> widths;
    const auto longest = profile_of(device).thresholds.longest_run / element_size(p.precision);
    for (auto run = static_cast<unsigned>(longest); run >= 1; run = lines ? run / 2 : 0) widths.push_back(run);
    return widths;
}

/// Work-items that hold few points serve only passes that cannot hold more.
bool may_hold(unsigned points, const pass_problem& p, std::uint64_t fit, unsigned max_radix) {
    if (points > max_radix && p.precision == precision::f64) return false;
    return points == 4 ? fit < 16 : points <= fit;
}

/// Choices that differ in one more option: each of `all` with each of the values.
template <class Values, class Set>
void vary(std::vector<work_group_choice>& all, const Values& values, Set set) {
    std::vector<work_group_choice> varied;
    for (const auto& c : all)
        for (const auto value : values) {
            varied.push_back(c);
            set(varied.back(), value);
        }
    all = std::move(varied);
}

}  // namespace

std::vector<work_group_choice> work_group_choices(const pass_problem& p, const device_description& device,
                                                  unsigned max_radix) {
    using choice = work_group_choice;
    const bool lines = tightest_line(p, in_stride) >= 0 || tightest_line(p, out_stride) >= 0;
    const auto can = capabilities_of(device);
    const auto fit = most_points(p.precision, device);
    std::vector<unsigned> points;
    for (unsigned n : {4U, 8U, 16U, 32U})
        if (may_hold(n, p, fit, max_radix)) points.push_back(n);
    // If sizes are not powers of two, tiles with more lines fill a work-group worse.
    const bool odd = may_overflow(p);
    const auto widest_mixed = static_cast<unsigned>(std::min<std::uint64_t>(16, power_of_two_below(fit)));
    const auto either_if = [](bool may_be) { return may_be ? std::vector{0, 1} : std::vector{0}; };

    std::vector<choice> all(1);
    vary(all, widths_of(p, device, lines), [](choice& c, unsigned run) { c.width = run; });
    vary(all, points, [&](choice& c, unsigned n) {
        c.points = n;
        c.max_radix = std::min(max_radix, odd ? std::max(widest_mixed, n) : n);
    });
    vary(all, std::array{exchange_mode::whole, exchange_mode::separate},
         [](choice& c, exchange_mode exchange) { c.exchange = exchange; });
    // Prefetched data stay in the cache only if the other data do not.
    vary(all, either_if(can.prefetches), [](choice& c, int ahead) { c.prefetch = c.non_temporal = ahead; });
    vary(all, either_if(can.short_of_local_memory), [](choice& c, int swizzled) {
        c.layout = swizzled ? layout_choice::swizzle : layout_choice::fewest_conflicts;
    });
    vary(all, odd ? std::vector{32U, 128U} : std::vector{128U}, [](choice& c, unsigned least) { c.min_items = least; });
    vary(all, either_if(has_real_lines(p)), [](choice& c, int paired) { c.paired = paired; });
    const auto pairs_too_much = [](const choice& c) {
        return c.paired && (c.prefetch || c.exchange == exchange_mode::separate);
    };
    all.erase(std::remove_if(all.begin(), all.end(), pairs_too_much), all.end());
    if (!lines) add_even_chains(all, p, device, max_radix);
    return all;
}

std::vector<pass_choice> work_group_variations(const pass_choice& given, const device_description& device) {
    const auto& base = given.to<work_group_choice>();
    std::vector<pass_choice> all;
    const auto add = [&](auto change) {
        auto c = given;
        change(c.to<work_group_choice>());
        all.push_back(std::move(c));
    };
    for (unsigned least : {32U, 64U, 128U, 256U, 512U})
        if (least != base.min_items) add([&](work_group_choice& c) { c.min_items = least; });
    for (auto other : {layout_choice::swizzle, layout_choice::xor_swizzle})
        add([&](work_group_choice& c) { c.layout = c.layout == other ? layout_choice::fewest_conflicts : other; });
    add([](work_group_choice& c) { c.ascending = !c.ascending; });
    add([](work_group_choice& c) { c.paired = !c.paired; });
    if (base.max_radix > 8) add([](work_group_choice& c) { c.max_radix /= 2; });
    const auto can = capabilities_of(device);
    if (can.prefetches) {
        add([](work_group_choice& c) { c.prefetch = c.non_temporal = !c.prefetch; });
        add([](work_group_choice& c) { c.non_temporal = !c.non_temporal; });
    }
    if (can.caps_registers && base.min_groups == 0) {
        add([](work_group_choice& c) { c.min_groups = 1; });
        if (can.prefetches)
            add([](work_group_choice& c) {
                c.prefetch = true;
                c.min_groups = 1;
            });
    }
    return all;
}

namespace {

std::vector<pass_choice> choices(const pass_problem& p, const device_description& device, unsigned max_radix) {
    const auto own = work_group_choices(p, device, max_radix);
    return {own.begin(), own.end()};
}

}  // namespace

std::uint64_t work_group_capacity(const device_description& device, precision p) {
    const std::uint64_t held = usable_local(device) * 2 / element_size(p);
    const auto& profile = profile_of(device);
    const std::uint64_t work_items = std::min<std::uint64_t>(device.max_work_group, profile.unit.group_items);
    // A lone group uses the other registers for addresses and factors.
    const auto share = p == precision::f32 ? profile.registers.share_f32 / 2 : profile.registers.share_f64 / 4;
    const auto registers_hold = static_cast<std::uint64_t>(share * static_cast<double>(profile.unit.registers));
    return std::min({held, work_items * std::min<std::uint64_t>(32, most_points(p, device)), registers_hold});
}

std::optional<pass_choice> work_group_with_items(const pass_choice& given, const pass_step& s, unsigned items) {
    const bool some_idle = s.work_items < items && s.work_items * 2 > items;
    if (!some_idle) return {};
    auto choice = given;
    choice.to<work_group_choice>().items = items;
    return choice;
}

namespace {

/// The choice that names exactly this layout; padded layouts are named by `pad` instead.
layout_choice named(local_layout layout) {
    switch (layout) {
    case local_layout::plain:
        return layout_choice::plain;
    case local_layout::swizzled:
        return layout_choice::swizzle;
    case local_layout::xor_swizzled:
        return layout_choice::xor_swizzle;
    default:
        return layout_choice::fewest_conflicts;
    }
}

}  // namespace

pass_choice work_group_spelled_out(const pass_step& s, const pass_choice& given) {
    auto choice = given;
    auto& own = choice.to<work_group_choice>();
    const auto& pass = s.to<work_group_pass>();
    own.items = s.work_items;
    own.min_groups = s.min_groups;
    own.pad = s.exchanges() && pass.layout == local_layout::padded ? pass.pad : 0;
    own.layout = s.exchanges() ? named(pass.layout) : layout_choice::fewest_conflicts;
    return choice;
}

const kernel_family& work_group_family() {
    static const auto& family = immortal([] {
        kernel_family f;
        f.name = work_group_name;
        f.kernel_folders = {"cl/work_group/"};
        f.is_default = [](const device_description& device) { return device.vector_bytes == 0; };
        f.default_choice = [] { return pass_choice(work_group_choice{}); };
        f.options = work_group_options;
        f.contradiction = work_group_contradiction;
        f.shape = shape_of_work_group;
        f.choices = choices;
        f.variations = work_group_variations;
        f.capacity = work_group_capacity;
        f.with_items = work_group_with_items;
        f.spelled_out = work_group_spelled_out;
        f.text = text_of_work_group;
        f.probes = work_group_probes;
        return f;
    }());
    return family;
}

}  // namespace stockham::internal
