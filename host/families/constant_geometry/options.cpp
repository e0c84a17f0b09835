// The options of word-group passes and their valid combinations.
#include "base/immortal.hpp"
#include "base/smooth.hpp"
#include "families/constant_geometry/constant_geometry.hpp"

namespace stockham::internal {

const std::vector<pass_option>& constant_geometry_options() {
    using namespace option_table;
    using c = constant_geometry_choice;
    // `geometry` is always printed, because it marks passes of this family in a plan string.
    auto geometry = positive<c, &c::geometry>("geometry=");
    static const auto& all = immortal<std::vector<pass_option>>({
        number<c, &c::width>("width="),
        number<c, &c::points>("points="),
        number<c, &c::min_items>("min_items="),
        number<c, &c::min_groups>("min_groups="),
        geometry,
        word<c, &c::swizzled, true>("layout=swizzle"),
        word<c, &c::non_temporal, true>("non_temporal"),
        word<c, &c::schedule, group_schedule::unbalanced>("share=unbalanced"),
        word<c, &c::schedule, group_schedule::alone>("share=alone"),
        word<c, &c::conventional, true>("conventional"),
        word<c, &c::barrier_per_stage, true>("barrier_per_stage"),
        word<c, &c::global_twiddles, true>("global_twiddles"),
    });
    return all;
}

objection constant_geometry_contradiction(const family_choice& given) {
    const auto& c = static_cast<const constant_geometry_choice&>(given);
    const std::pair<const char*, unsigned> powers[] = {
        {"width", c.width}, {"points", c.points}, {"min_items", c.min_items}};
    for (const auto& [option, n] : powers)
        if (!is_power_of_two(n)) return refusal{option, "must be a power of two"};
    if (c.points > 64) return refusal{"points", "must be at most 64"};
    if (c.min_groups > 32) return refusal{"min_groups", "must be at most 32"};
    if (c.geometry != 2 && c.geometry != 4) return refusal{"geometry", "must be 2 or 4"};
    if (c.barrier_per_stage && (c.schedule == group_schedule::alone || c.geometry == 2))
        return refusal{"barrier_per_stage", "needs word groups of four points that work-items share"};
    return {};
}

}  // namespace stockham::internal
