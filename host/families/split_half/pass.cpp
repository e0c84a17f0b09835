// Printing and derived sizes of a split-half pass.
#include <algorithm>

#include "base/immortal.hpp"
#include "families/split_half/split_half.hpp"
#include "profile/capabilities.hpp"
#include "profile/profile.hpp"

namespace stockham::internal {

namespace {

/// Costs on matrix units, by radix. They are no part of a device profile: no card but an NVIDIA H200 measured them.
struct split_half_costs {
    double instructions = 15;  ///< per point of a pass
    /// Per point of a stage, with its exchange.
    curve stage_instructions{{{1, 10}, {2, 60}, {4, 40}, {8, 28}, {16, 25}}};
    curve registers{{{1, 0}, {8, 8}, {16, 28}}};           ///< for halves, sums and matrices
    curve registers_each{{{1, 0.75}, {8, 1.5}, {16, 2}}};  ///< the same per point of a work-item
};

const split_half_costs& costs() {
    static const auto& all = immortal(split_half_costs());
    return all;
}

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

/// Registers for halves, sums and matrices.
std::uint64_t split_half_pass::registers_beside(const pass_step& s, const profile_data&) const {
    unsigned radix = 1;
    for (const auto& g : s.stages) radix = std::max(radix, g.radix);
    return static_cast<std::uint64_t>(costs().registers.step(radix) + costs().registers_each.step(radix) * points);
}

/// Instructions per point on matrix units, including exchanges.
void split_half_pass::add_traffic(const pass_step& s, const profile_data& profile, pass_traffic& t) const {
    work_group_pass::add_traffic(s, profile, t);
    if (by == matrix_units::none) return;
    t.split = costs().instructions;
    for (const auto& g : s.stages) t.split += costs().stage_instructions.step(g.radix);
}

polymorphic<family_part> split_half_choice::part(const device_description& device) const {
    split_half_pass pass;
    pass.split = split_half;
    pass.by = capabilities_of(device).units;
    return pass;
}

objection split_half_choice::unfit(const pass_problem& p) const {
    if (p.precision != precision::f32) return refusal{"split_half", "is for single precision only"};
    if (std::any_of(p.transforms.begin(), p.transforms.end(), [](const auto& t) { return t.keeps_point_zero(); }))
        return refusal{"split_half", "excludes primes as radices of a tile"};
    return {};
}

objection split_half_choice::unfit_stages(const pass_step& s) const {
    const bool fits =
        std::all_of(s.stages.begin(), s.stages.end(), [](const stage& g) { return is_in_matrix(g.radix); });
    if (!fits) return refusal{"split_half", "needs stages of radix 2, 4, 8 and 16"};
    return {};
}

}  // namespace stockham::internal
