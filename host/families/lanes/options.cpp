// The options of lane passes and their valid values.
#include "base/immortal.hpp"
#include "base/smooth.hpp"
#include "families/lanes/lanes.hpp"

namespace stockham::internal {

const std::vector<pass_option>& lanes_options() {
    using namespace option_table;
    using c = lanes_choice;
    static const auto& all = immortal<std::vector<pass_option>>({
        number<c, &c::line>("lane_line="),
        number<c, &c::max_radix>("radix="),
        word<c, &c::ascending, true>("ascending"),
        named_chain<c>(),
        word<c, &c::own_kernel, true>("own_kernel"),
    });
    return all;
}

objection lanes_contradiction(const family_choice& given) {
    const auto& c = static_cast<const lanes_choice&>(given);
    if (!is_power_of_two(c.max_radix)) return refusal{"radix", "must be a power of two"};
    if (c.max_radix < 2 || c.max_radix > 16) return refusal{"radix", "must be from 2 to 16 with lanes"};
    return {};
}

}  // namespace stockham::internal
