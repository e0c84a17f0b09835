// The options of work-group passes and their valid combinations.
#include "base/immortal.hpp"
#include "base/smooth.hpp"
#include "families/work_group/work_group.hpp"

namespace stockham::internal {

const std::vector<pass_option>& work_group_options() {
    using namespace option_table;
    using c = work_group_choice;
    static const auto& all = immortal<std::vector<pass_option>>({
        number<c, &c::width>("width="),
        number<c, &c::max_radix>("radix="),
        number<c, &c::points>("points="),
        number<c, &c::min_items>("min_items="),
        number<c, &c::items>("items="),
        number<c, &c::pad>("pad="),
        number<c, &c::min_groups>("min_groups="),
        word<c, &c::exchange, exchange_mode::separate>("exchange=separate"),
        word<c, &c::exchange, exchange_mode::planar>("exchange=planar"),
        word<c, &c::layout, layout_choice::plain>("layout=plain"),
        word<c, &c::layout, layout_choice::swizzle>("layout=swizzle"),
        word<c, &c::layout, layout_choice::xor_swizzle>("layout=xor"),
        word<c, &c::twiddles, twiddle_source::native>("twiddles=native"),
        word<c, &c::twiddles, twiddle_source::precise>("twiddles=precise"),
        word<c, &c::prefetch, true>("prefetch"),
        word<c, &c::non_temporal, true>("non_temporal"),
        word<c, &c::ascending, true>("ascending"),
        word<c, &c::paired, true>("paired"),
        named_chain<c>(),
    });
    return all;
}

objection work_group_contradiction(const family_choice& given) {
    const auto& c = static_cast<const work_group_choice&>(given);
    const std::pair<const char*, unsigned> powers[] = {
        {"width", c.width}, {"radix", c.max_radix}, {"points", c.points}, {"min_items", c.min_items}};
    for (const auto& [option, n] : powers)
        if (!is_power_of_two(n)) return refusal{option, "must be a power of two"};
    if (c.max_radix < 2 || c.max_radix > 32) return refusal{"radix", "must be from 2 to 32"};
    if (c.points > (c.chain.empty() ? 64U : 256U))
        return refusal{"points", "must be at most 64, or 256 if a chain is named"};
    if (c.min_groups > 32) return refusal{"min_groups", "must be at most 32"};
    if (c.pad && c.layout != layout_choice::fewest_conflicts)
        return refusal{"pad", "excludes a named layout of local memory"};
    return {};
}

}  // namespace stockham::internal
