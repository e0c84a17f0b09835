// Chooses the family that shapes a pass on a device, and the cheapest shape.
#include "families/shape.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/smooth.hpp"
#include "families/measured_costs.hpp"
#include "families/table.hpp"
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

namespace {

/// The shape by these choices, which are not copied into it.
shape_result shape_with(const pass_problem& p, const device_description& device, const pass_choice& choice,
                        fidelity how) {
    const auto& family = family_of(choice);
    if (const auto why = family.contradiction(*choice)) return *why;
    if (p.bit_reversed && !family.bit_reversed) return refusal{"", "cannot leave results in bit-reversed order"};
    return family.shape(p, device, choice, how);
}

}  // namespace

shape_result shape_by(const pass_problem& p, const device_description& device, const pass_choice& choice,
                      fidelity how) {
    auto shaped = shape_with(p, device, choice, how);
    if (!shaped) return shaped;
    const measured_costs costs(p, device,
                               [&](const pass_choice& c) { return shape_with(p, device, c, fidelity::comparable); });
    costs.correct(*shaped, choice);
    shaped->choice = choice;
    return shaped;
}

std::vector<pass_choice> variations(const pass_choice& choice, const device_description& device) {
    return family_of(choice).variations(choice, device);
}

namespace {

const kernel_family& family_for(const device_description& device, const shape_options& options) {
    return options.family ? *options.family : default_family(device);
}

/// The choice with exactly `items` work-items; empty if the family or the shape does not allow it.
std::optional<pass_choice> with_items(const pass_choice& choice, const pass_step& shaped, unsigned items) {
    const auto& family = family_of(choice);
    return family.with_items ? family.with_items(choice, shaped, items) : std::nullopt;
}

}  // namespace

std::vector<pass_choice> pass_choices(const pass_problem& p, const device_description& device,
                                      const shape_options& options) {
    return family_for(device, options).choices(p, device, radix_limit(p, device, options));
}

std::uint64_t tile_capacity(const device_description& device, precision p, const shape_options& options) {
    return family_for(device, options).capacity(device, p);
}

namespace {

/// Shapes choices within the restrictions, and keeps the cheapest.
class shape_search {
  public:
    shape_search(const pass_problem& p, const device_description& device, const shape_options& options)
        : pass_(p), device_(device), options_(options),
          any_lines_(options.real_lines == line_pairing::any || !has_real_lines(p)),
          costs_(p, device, [&](const pass_choice& c) { return shape_with(p, device, c, fidelity::comparable); }) {}

    const std::optional<pass_choice>& operator()() {
        for (const auto& choice : costs_.choices())
            if (!options_.family || choice->family() == options_.family->name) consider(choice, true);
        for (auto& choice : pass_choices(pass_, device_, options_)) consider(std::move(choice), false);
        return best_;
    }

  private:
    void consider(pass_choice choice, bool is_measured) {
        if (!any_lines_ && choice->pairs_lines() != (options_.real_lines == line_pairing::paired)) return;
        auto shaped = shape_with(pass_, device_, choice, fidelity::comparable);
        if (shaped && options_.work_items && shaped->step.work_items != options_.work_items) {
            auto another = with_items(choice, shaped->step, options_.work_items);
            if (!another) return;
            choice = std::move(*another);
            shaped = shape_with(pass_, device_, choice, fidelity::comparable);
        }
        if (!shaped || !keeps_radices(shaped->step, options_.least_radix)) return;
        costs_.correct(*shaped, choice);
        if (best_ && shaped->cost >= least_) return;
        // Another choice of a measured shape costs what was measured, not what is predicted.
        if (!is_measured && shaped->traffic.source != cost_source::measured && costs_.gives(shaped->step)) return;
        least_ = shaped->cost;
        best_ = std::move(choice);
    }

    const pass_problem& pass_;
    const device_description& device_;
    const shape_options& options_;
    bool any_lines_;
    measured_costs costs_;
    std::optional<pass_choice> best_;
    double least_ = 0;
};

}  // namespace

shape_result shape(const pass_problem& p, const device_description& device, const shape_options& options) {
    const auto best = shape_search(p, device, options)();
    if (!best) return refusal{"", "has no shape that fits a work-group of the device"};
    return shape_by(p, device, *best);
}

}  // namespace stockham::internal
