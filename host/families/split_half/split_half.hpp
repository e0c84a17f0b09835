// The split-half family: work-group passes whose butterflies are products of half-precision matrices
// (cl/split_half/; Kang, Glaeser, D'Azevedo, Wong, Tomov 2019, algorithm 1).
#pragma once

#include <string>
#include <vector>

#include "families/work_group/work_group.hpp"

namespace stockham::internal {

constexpr std::string_view split_half_name = "split half";
const kernel_family& split_half_family();

/// The part of a pass that is specific to this family.
struct split_half_pass : work_group_pass {
    unsigned split = 1;                    ///< HALVES of cl/split_half/butterfly_halves.cl
    matrix_units by = matrix_units::none;  ///< UNITS of cl/split_half/butterfly_halves.cl

    std::string_view family() const override { return split_half_name; }
    std::string text(const pass_step&) const override;
    unsigned sharing_items(unsigned radix) const override;
    unsigned near_items() const override { return by == matrix_units::amd ? 16 : 1; }
    unsigned items_together() const override;
    std::uint64_t registers_beside(const pass_step&, const profile_data&) const override;
    void add_traffic(const pass_step&, const profile_data&, pass_traffic&) const override;
};

/// The choices for such a pass.
struct split_half_choice : work_group_choice {
    std::string_view family() const override { return split_half_name; }
    polymorphic<family_part> part(const device_description&) const override;
    objection unfit(const pass_problem&) const override;
    objection unfit_stages(const pass_step&) const override;

    /// 1: butterflies of radix 2, 4, 8 and 16 as products of fp16 matrices, the matrices rounded to fp16; 2: those of
    /// radix 8 and 16 split as well.
    unsigned split_half = 1;
};

const std::vector<pass_option>& split_half_options();
objection split_half_contradiction(const family_choice&);
std::vector<pass_probe> split_half_probes(const pass_step&);
pass_text text_of_split_half(const pass_step&, double_support, const pass_names&);

}  // namespace stockham::internal
