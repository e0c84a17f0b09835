// The choices for a split-half pass.
#include <algorithm>

#include "base/immortal.hpp"
#include "families/split_half/split_half.hpp"
#include "profile/capabilities.hpp"

namespace stockham::internal {

namespace {

/// The largest radix worth its products: 16 with matrix units, else 4, whose matrix only has entries 0, 1 and -1.
unsigned radix_limit(const device_description& device) {
    return capabilities_of(device).units == matrix_units::none ? 4 : 16;
}

/// Every radix in the variant that reaches single precision: radix 4 without, larger ones with split matrices. More
/// than 16 points per work-item leave too few work-items to hide the latency of products.
std::vector<pass_choice> choices(const pass_problem& p, const device_description& device, unsigned limit) {
    std::vector<pass_choice> choices;
    for (const auto& base : work_group_choices(p, device, std::min(limit, radix_limit(device))))
        for (unsigned radix = 4; radix <= base.max_radix; radix *= 2) {
            split_half_choice c;
            static_cast<work_group_choice&>(c) = base;
            c.max_radix = radix;
            c.points = std::min(c.points, 16U);
            c.split_half = radix > 4 ? 2 : 1;
            choices.emplace_back(c);
        }
    return choices;
}

}  // namespace

const kernel_family& split_half_family() {
    static const auto& family = immortal([] {
        auto f = work_group_family();
        f.name = split_half_name;
        f.mark = "split_half=";
        f.is_default = nullptr;
        f.kernel_folders = {"cl/split_half/"};  // besides those of all plans
        f.default_choice = [] { return pass_choice(split_half_choice{}); };
        f.options = split_half_options;
        f.contradiction = split_half_contradiction;
        f.choices = choices;
        f.text = text_of_split_half;
        f.probes = split_half_probes;
        return f;
    }());
    return family;
}

}  // namespace stockham::internal
