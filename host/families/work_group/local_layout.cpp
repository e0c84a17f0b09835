// Chooses the layout of local memory by counting bank conflicts.
#include "families/work_group/local_layout.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "base/smooth.hpp"
#include "families/common/draft.hpp"
#include "families/work_group/banks.hpp"
#include "profile/known_profiles.hpp"

namespace stockham::internal {

namespace {

work_group_pass& own_of(pass_step& s) {
    return s.family.to<work_group_pass>();
}

bool is_even(const pass_step& s) {
    return std::all_of(s.tile.begin(), s.tile.end(), [](const tile_dim& d) { return is_power_of_two(d.points.n); });
}

/// The paddings to try: one empty element after every N (`padded` in cl/work_group/local_layout.h). For powers of two,
/// the radix of the first stage; else also other steps between points, since several lines or odd steps change the
/// best.
std::vector<unsigned> paddings(const pass_step& s) {
    unsigned first = 16;
    for (auto d = s.tile.rbegin(); d != s.tile.rend(); ++d)
        if (!d->radices.empty()) first = std::max(8U, d->radices.front());
    if (is_even(s)) return {first};
    std::vector<unsigned> all{first, 16, 32};
    std::uint64_t step = 1;
    for (const auto& d : s.tile) {
        for (unsigned radix : d.radices) all.push_back(static_cast<unsigned>(step *= radix));
        if (d.radices.empty()) all.push_back(static_cast<unsigned>(step *= d.points.n));
    }
    return all;
}

/// The padding with the fewest bank conflicts; empty if none is better than no padding.
std::optional<unsigned> best_padding(pass_step s, const std::vector<unsigned>& pads, const device_description& device) {
    const auto most_bytes = usable_local(device);
    auto& own = own_of(s);
    std::optional<unsigned> best;
    own.layout = local_layout::plain;
    const first_accesses accesses(s, profile_of(device).banks);
    auto least = accesses.turns(own);
    own.layout = local_layout::padded;
    for (unsigned pad : pads) {
        own.pad = pad;
        if (pad < 8 || s.local_bytes() > most_bytes) continue;
        const auto turns = accesses.turns(own);
        if (turns >= least) continue;
        least = turns;
        best = pad;
    }
    return best;
}

/// Chooses the swizzle_bits with the fewest bank conflicts. With matrix units, a wavefront accesses the points of one
/// butterfly together, whose distance depends on the stage, so no single padding suits all stages.
void swizzle_bits(pass_step& s, const local_banks& banks) {
    constexpr unsigned farthest = 14, nowhere = 31;
    auto& own = own_of(s);
    own.layout = local_layout::xor_swizzled;
    auto best = own.swizzle_bits = {nowhere, nowhere};
    const first_accesses accesses(s, banks);
    auto least = accesses.turns(own);
    for (unsigned near = 1; near < farthest; ++near)
        for (unsigned far = near + 1; far <= farthest; ++far) {
            own.swizzle_bits = {near, far == farthest ? nowhere : far};
            const auto turns = accesses.turns(own);
            if (turns >= least) continue;
            least = turns;
            best = own.swizzle_bits;
        }
    own.swizzle_bits = best;
}

}  // namespace

objection lay_out_local(pass_step& s, const device_description& device, const work_group_choice& choice, fidelity how) {
    const auto fits = [&]() -> objection {
        if (s.local_bytes() <= usable_local(device)) return {};
        return refusal{"", "needs more local memory than the device has"};
    };
    auto& own = own_of(s);
    if (choice.pad) {
        own.layout = local_layout::padded;
        own.pad = choice.pad;
        return fits();
    }
    if (choice.layout == layout_choice::plain) {
        own.layout = local_layout::plain;
        own.pad = 1;
        return fits();
    }
    const bool swizzled = choice.layout == layout_choice::swizzle,
               xor_swizzled = choice.layout == layout_choice::xor_swizzle;
    if (xor_swizzled && !is_even(s)) return refusal{"layout", "needs tiles whose dimensions are all powers of two"};
    if (xor_swizzled || (own.items_together() > 1 && !swizzled && is_even(s))) {
        swizzle_bits(s, profile_of(device).banks);
        return fits();
    }
    const auto pads = paddings(s);
    own.layout = swizzled ? local_layout::swizzled : local_layout::padded;
    own.pad = pads.front();
    if (!swizzled && pads.size() > 1 && how == fidelity::exact) {
        const auto pad = best_padding(s, pads, device);
        own.layout = pad ? local_layout::padded : local_layout::plain;
        own.pad = pad.value_or(1);
    }
    if (fits()) {
        own.layout = local_layout::swizzled;
        own.pad = pads.front();
    }
    return fits();
}

}  // namespace stockham::internal
