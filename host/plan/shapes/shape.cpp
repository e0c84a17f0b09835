// Chooses the family that shapes a pass on a device, and the cheapest shape.
#include "plan/shapes/shape.hpp"

#include <algorithm>
#include <string>

#include "base/smooth.hpp"
#include "plan/shapes/draft.hpp"
#include "profile/capabilities.hpp"

namespace stockham::internal {

namespace {

/// The largest radix worth its registers: 32 in single precision, 16 with vectors, by the device in double precision.
unsigned radix_limit(const pass_problem& p, const device_description& device, const shape_options& options) {
    constexpr unsigned with_vectors = 16;
    auto limit = std::min(options.max_radix, device.vector_bytes ? with_vectors : 32U);
    if (p.precision != precision::f64) return limit;
    const auto can = capabilities_of(device);
    const bool mixed = std::any_of(p.transforms.begin(), p.transforms.end(),
                                   [](const auto& t) { return !is_power_of_two(t.points.n); });
    if (p.factor) limit = std::min(limit, can.double_spectrum_radix);
    return std::min(limit, mixed ? can.double_mixed_radix : can.double_radix);
}

/// True if every stage has at least radix `least`, unless its dimension has fewer points.
bool keeps_radices(const pass_step& s, unsigned least) {
    return std::all_of(s.stages.begin(), s.stages.end(), [&](const stage& g) {
        return g.radix == 1 || g.radix >= least || s.tile[g.dim].points.n < least;
    });
}

}  // namespace

shaped_pass with_cost(shaped_pass shaped, const pass_traffic& t, const device_description& device) {
    shaped.traffic = t;
    shaped.device_seconds = device_seconds(t, device);
    shaped.cost = launched_seconds(shaped.device_seconds, t.launches, device);
    return shaped;
}

shape_result shape_by(const pass_problem& p, const device_description& device, const pass_choice& choice,
                      fidelity how) {
    if (const auto why = contradiction(choice)) return *why;
    if (p.bit_reversed && !std::holds_alternative<word_group_choice>(choice))
        return refusal{"geometry", "is missing: only word groups leave results bit-reversed"};
    return std::visit([&](const auto& own) { return shape_of(p, device, own, how); }, choice);
}

namespace {

const kernel_family& family_for(const device_description& device, const shape_options& options) {
    if (options.family) return *options.family;
    return own_family_of(device) == own_family::lanes ? lanes_family() : work_group_family();
}

/// The choice with exactly `items` work-items, some of which may be idle. Empty if half of them or more would be idle,
/// or if the family has no such option.
std::optional<pass_choice> with_items(const shaped_pass& shaped, unsigned items) {
    auto choice = shaped.choice;
    auto* own = std::get_if<work_group_choice>(&choice);
    const bool some_idle = shaped.step.work_items < items && shaped.step.work_items * 2 > items;
    if (!own || !some_idle) return {};
    own->items = items;
    return choice;
}

}  // namespace

std::vector<pass_choice> pass_choices(const pass_problem& p, const device_description& device,
                                      const shape_options& options) {
    return family_for(device, options).choices(p, device, radix_limit(p, device, options));
}

std::uint64_t tile_capacity(const device_description& device, precision p, const shape_options& options) {
    return family_for(device, options).capacity(device, p);
}

shape_result shape(const pass_problem& p, const device_description& device, const shape_options& options) {
    shape_result best = refusal{"", "has no shape that fits a work-group of the device"};
    for (const auto& choice : pass_choices(p, device, options)) {
        auto shaped = shape_by(p, device, choice, fidelity::comparable);
        if (shaped && options.work_items && shaped->step.work_items != options.work_items) {
            const auto another = with_items(*shaped, options.work_items);
            if (!another) continue;
            shaped = shape_by(p, device, *another, fidelity::comparable);
        }
        if (!shaped) continue;
        if (!keeps_radices(shaped->step, options.least_radix)) continue;
        if (!best || shaped->cost < best->cost) best = std::move(shaped);
    }
    return best ? shape_by(p, device, best->choice) : best;
}

}  // namespace stockham::internal
