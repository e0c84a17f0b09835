// Printing and derived sizes of a split-half pass.
#include <algorithm>

#include "families/split_half/split_half.hpp"

namespace stockham::internal {

namespace {

constexpr bool is_in_matrix(unsigned radix) {
    return radix <= 16 && (radix & (radix - 1)) == 0;
}

}  // namespace

std::string split_half_pass::text(const pass_step& s) const {
    constexpr const char* by_units[] = {"", " by NVIDIA's matrix units", " by AMD's matrix units"};
    return work_group_pass::text(s) + ", fp16 products" + (split > 1 ? " with split matrices" : "") +
           by_units[static_cast<int>(by)];
}

unsigned split_half_pass::sharing_items(unsigned radix) const {
    return by == matrix_units::none ? 1 : std::min(radix, 4U);
}

unsigned split_half_pass::items_together() const {
    return by == matrix_units::nvidia ? 32 : by == matrix_units::amd ? 64 : 1;
}

/// Registers for halves, sums and matrices: by ptxas for sm_90, without spills.
std::uint64_t split_half_pass::registers_beside(const pass_step& s) const {
    unsigned radix = 1;
    for (const auto& g : s.stages) radix = std::max(radix, g.radix);
    return radix > 8 ? 28 + 2 * points : radix > 4 ? 8 + 3 * points / 2 : 3 * points / 4;
}

/// Instructions per point on matrix units, including exchanges, counted in code by ptxas for sm_90. A pass starts with
/// 15.
void split_half_pass::add_traffic(const pass_step& s, pass_traffic& t) const {
    work_group_pass::add_traffic(s, t);
    if (by == matrix_units::none) return;
    t.split = 15;
    for (const auto& g : s.stages)
        t.split += g.radix > 8 ? 25 : g.radix > 4 ? 28 : g.radix > 2 ? 40 : g.radix > 1 ? 60 : 10;
}

polymorphic<family_part> split_half_choice::part(const device_description& device) const {
    split_half_pass pass;
    pass.split = split_half;
    pass.by = units_of(device);
    return pass;
}

objection split_half_choice::unfit(const pass_problem& p) const {
    if (p.precision != precision::f32) return refusal{"split_half", "is for single precision only"};
    return {};
}

objection split_half_choice::unfit_stages(const pass_step& s) const {
    const bool fits =
        std::all_of(s.stages.begin(), s.stages.end(), [](const stage& g) { return is_in_matrix(g.radix); });
    if (!fits) return refusal{"split_half", "needs stages of radix 2, 4, 8 and 16"};
    return {};
}

}  // namespace stockham::internal
