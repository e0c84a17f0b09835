// Which family shapes a pass on a device, and which shape is the cheapest.
#include "plan/shapes/shape.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "base/smooth.hpp"
#include "plan/shapes/draft.hpp"
#include "plan/shapes/published_family.hpp"
#include "plan/shapes/shape_families.hpp"

namespace stockham {

namespace {

/// The largest radix worth its registers: 32 numbers of single precision, 16 of double or of vectors; 32 of double,
/// too, where a length is no power of two and would else have many stages. AMD's compiler spills some double radix-16
/// stages where wavefronts have 32 work-items and 256 registers each, and in passes that go to a spectrum and back
/// (.ci/amd.sh shows it).
unsigned radix_limit(const pass_problem& p, const device_description& device, const shape_options& options) {
    const bool doubles = p.precision == precision::f64;
    const bool spills = is_amd(device) && doubles && (device.wavefront == 32 || p.factor);
    const bool mixed = is_nvidia(device) && std::any_of(p.transforms.begin(), p.transforms.end(),
                                                        [](const auto& t) { return !is_power_of_two(t.points.n); });
    const bool wide = device.vector_bytes || (doubles && !mixed);
    return std::min(options.max_radix, spills ? 8U : wide ? 16U : 32U);
}

/// Whether the stages that a choice names, if it names any, are butterflies that make up each digit of the pass.
bool makes_up_digits(const pass_choice& choice, const pass_problem& p) {
    if (choice.chain.empty()) return true;
    std::vector<std::uint64_t> left;
    for (const auto& t : p.transforms) left.push_back(t.points.n);
    for (const auto& link : choice.chain) {
        if (link.digit >= left.size() || link.radix < 2 || !has_butterfly(link.radix)) return false;
        if (left[link.digit] % link.radix != 0) return false;
        left[link.digit] /= link.radix;
    }
    return std::all_of(left.begin(), left.end(), [](std::uint64_t n) { return n == 1; });
}

/// Whether no stage has a smaller radix than `least`, but where its dimension has fewer points.
bool keeps_radices(const pass_step& s, unsigned least) {
    return std::all_of(s.stages.begin(), s.stages.end(), [&](const stage& g) {
        return g.radix == 1 || g.radix >= least || s.tile[g.dim].points.n < least;
    });
}

/// The published family that takes this choice; null: what is the device's own.
const published_family* family_of(const pass_choice& choice) {
    for (const auto* family : published_families())
        if (family->takes(choice)) return family;
    return nullptr;
}

/// Numbers that mean nothing, whatever the pass and the device.
objection meaningless(const pass_choice& c) {
    const std::pair<const char*, unsigned> powers[] = {
        {"width", c.width}, {"radix", c.max_radix}, {"points", c.points}, {"min_items", c.min_items}};
    for (const auto& [option, n] : powers)
        if (!is_power_of_two(n)) return refusal{"plan string", option, "must be a power of two"};
    if (c.max_radix < 2 || c.max_radix > 32) return refusal{"plan string", "radix", "must be from 2 to 32"};
    if (c.points > (c.chain.empty() ? 64U : 256U))
        return refusal{"plan string", "points", "must be at most 64, or 256 where a chain is named"};
    if (c.min_groups > 32) return refusal{"plan string", "min_groups", "must be at most 32"};
    if (c.pad && c.layout != layout_choice::fewest_conflicts)
        return refusal{"plan string", "pad", "excludes a named layout of local memory"};
    return {};
}

}  // namespace

objection contradiction(const pass_choice& c) {
    if (auto why = meaningless(c)) return why;
    for (const auto* family : published_families())
        if (auto why = family->contradiction(c)) return why;
    return {};
}

shape_result shape_by(const pass_problem& p, const device_description& device, const pass_choice& choice,
                      fidelity how) {
    if (const auto why = contradiction(choice)) return *why;
    const auto* family = family_of(choice);
    if (p.bit_reversed && !(family && family->reverses_bits))
        return refusal{"constant geometry", "geometry", "is missing: only word groups leave results bit-reversed"};
    if (!makes_up_digits(choice, p))
        return refusal{"chain", "chain",
                       "must name butterflies that there are, whose product is each digit of the pass"};
    if (family) return family->shape(p, device, choice, how);
    if (!device.vector_bytes) return work_group_family::shape(p, device, choice, how);
    if (choice.max_radix > 16) return refusal{"lanes", "radix", "must be at most 16 where work-items carry lanes"};
    return lanes_family::shape(p, device, choice);
}

std::vector<pass_choice> pass_choices(const pass_problem& p, const device_description& device,
                                      const shape_options& options) {
    const auto max_radix = radix_limit(p, device, options);
    if (options.family) return options.family->choices(p, device, max_radix);
    return device.vector_bytes ? lanes_family::choices(p, max_radix) : work_group_family::choices(p, device, max_radix);
}

std::vector<pass_choice> variations(const pass_choice& choice, const device_description& device) {
    // What published systems vary is what work-groups have, too.
    return device.vector_bytes && !family_of(choice) ? lanes_family::variations(choice)
                                                     : work_group_family::variations(choice, device);
}

matrix_units units_of(const device_description& device) {
    const auto& name = device.architecture;
    const auto named = [&](const char* start) {
        return name.compare(0, std::char_traits<char>::length(start), start) == 0;
    };
    if (is_nvidia(device) && named("sm_") && std::atoi(name.c_str() + 3) >= 80) return matrix_units::nvidia;
    if (is_amd(device) && named("gfx90a")) return matrix_units::amd;
    return matrix_units::none;
}

std::uint64_t tile_capacity(const device_description& device, precision p, const shape_options& options) {
    if (options.family && options.family->capacity) return options.family->capacity(device, p);
    if (device.vector_bytes) return device.local_memory / (4 * device.vector_bytes);
    const std::uint64_t held = usable_local(device) * 2 / element_size(p);
    const std::uint64_t work_items = std::min<std::uint64_t>(device.max_work_group, 1024);
    const std::uint64_t registers_hold = p == precision::f32 ? 16384 : 10240;
    return std::min({held, work_items * 32, registers_hold});
}

shape_result shape(const pass_problem& p, const device_description& device, const shape_options& options) {
    shape_result best = refusal{"work-group", "", "has no shape that a work-group of the device holds"};
    for (auto choice : pass_choices(p, device, options)) {
        auto shaped = shape_by(p, device, choice, fidelity::comparable);
        if (shaped && options.work_items && shaped->step.work_items != options.work_items) {
            choice.items = options.work_items;
            const bool some_idle = shaped->step.work_items < choice.items && shaped->step.work_items * 2 > choice.items;
            if (!some_idle) continue;
            shaped = shape_by(p, device, choice, fidelity::comparable);
        }
        if (!shaped) continue;
        if (!keeps_radices(shaped->step, options.least_radix)) continue;
        if (!best || shaped->cost < best->cost) best = std::move(shaped);
    }
    return best ? shape_by(p, device, best->choice) : best;
}

}  // namespace stockham
