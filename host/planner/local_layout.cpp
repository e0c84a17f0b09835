// Padding by counted bank conflicts.
#include "planner/local_layout.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "planner/banks.hpp"
#include "planner/draft.hpp"
#include "tensor/smooth.hpp"

namespace stockham {

namespace {

/// After how many elements local memory may have an empty one (`padded` in cl/index.h): the step between what the first
/// stage writes; or, where several lines lie side by side, or an odd step does without, others.
std::vector<unsigned> paddings(const pass_step& s) {
    unsigned first = 16;
    for (auto d = s.tile.rbegin(); d != s.tile.rend(); ++d)
        if (!d->radices.empty()) first = std::max(8U, d->radices.front());
    const auto even = [](const tile_dim& d) { return is_power_of_two(d.points.n); };
    if (std::all_of(s.tile.begin(), s.tile.end(), even)) return {first};
    std::vector<unsigned> all{first, 16, 32};
    std::uint64_t step = 1;
    for (const auto& d : s.tile) {
        for (unsigned radix : d.radices) all.push_back(static_cast<unsigned>(step *= radix));
        if (d.radices.empty()) all.push_back(static_cast<unsigned>(step *= d.points.n));
    }
    return all;
}

/// The padding that leaves the fewest bank conflicts; none if none of them leaves fewer than no padding.
std::optional<unsigned> best_padding(pass_step s, const std::vector<unsigned>& pads, std::size_t most_bytes) {
    std::optional<unsigned> best;
    s.layout = local_layout::plain;
    auto least = first_turns_of_banks(s);
    s.layout = local_layout::padded;
    for (unsigned pad : pads) {
        s.pad = pad;
        if (pad < 8 || s.local_bytes() > most_bytes) continue;
        const auto turns = first_turns_of_banks(s);
        if (turns >= least) continue;
        least = turns;
        best = pad;
    }
    return best;
}

}  // namespace

bool lay_out_local(pass_step& s, const device_description& device, const pass_choice& choice, fidelity how) {
    const auto fits = [&] { return s.local_bytes() <= usable_local(device); };
    if (choice.pad) {
        s.layout = choice.pad == 1 ? local_layout::plain : local_layout::padded;
        s.pad = choice.pad;
        return fits();
    }
    const auto pads = paddings(s);
    s.layout = choice.swizzled ? local_layout::swizzled : local_layout::padded;
    s.pad = pads.front();
    if (!choice.swizzled && pads.size() > 1 && how == fidelity::exact) {
        const auto pad = best_padding(s, pads, usable_local(device));
        s.layout = pad ? local_layout::padded : local_layout::plain;
        s.pad = pad.value_or(1);
    }
    if (!fits()) {
        s.layout = local_layout::swizzled;
        s.pad = pads.front();
    }
    return fits();
}

}  // namespace stockham
