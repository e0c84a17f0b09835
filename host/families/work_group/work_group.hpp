// The work-group family, whose work-items exchange points through local memory (cl/work_group/).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "families/common/family.hpp"
#include "profile/profile.hpp"

namespace stockham::internal {

constexpr std::string_view work_group_name = "work-groups";
const kernel_family& work_group_family();

/// How complex numbers are exchanged through local memory: whole; separately, first real and then imaginary parts,
/// which halves the memory; or planar, all real parts before all imaginary parts.
enum class exchange_mode { whole = 0, separate = 1, planar = 2 };

/// LOCAL_LAYOUT of cl/work_group/local_memory.cl.
enum class local_layout { plain = 0, padded = 1, swizzled = 2, xor_swizzled = 4 };

/// The part of a pass that is specific to this family. Another family may derive from it.
struct work_group_pass : family_part {
    unsigned points = 1;  ///< the most points that a work-item holds in registers
    exchange_mode exchange = exchange_mode::whole;
    local_layout layout = local_layout::plain;
    unsigned pad = 16;                       ///< padded: one empty element after every `pad`
    std::array<unsigned, 2> swizzle_bits{};  ///< xor_swizzled: `near` and `far` of xor_swizzled() in cl/index.h
    unsigned sub_group = 0;                  ///< size of the sub-groups that the kernel asks for; 0: none
    unsigned prefetch = 0;                   ///< how many tiles ahead the pass prefetches; 0: none

    std::string_view family() const override { return work_group_name; }
    std::uint64_t local_elements(const pass_step&) const override;
    std::uint64_t local_bytes(const pass_step&) const override;
    unsigned item_points(const pass_step&) const override { return points; }
    std::string text(const pass_step&) const override;
    launch_sharing sharing() const override { return launch_sharing::waiting_groups; }
    pass_index::index32 local_place(pass_index::index32 first, pass_index::index32 i, pass_index::index32 apart,
                                    pass_index::index32 radix) const override;

    /// The number of work-items that share a butterfly of this radix.
    virtual unsigned sharing_items(unsigned /*radix*/) const { return 1; }
    /// The number of neighbouring work-items that hold the same point of different butterflies, if several share them.
    virtual unsigned near_items() const { return 1; }
    /// The number of work-items that execute a butterfly together: a work-group has a multiple of them.
    virtual unsigned items_together() const { return 1; }
    /// Registers of a work-item beside those for its points, addresses, twiddle factors and sums.
    virtual std::uint64_t registers_beside(const pass_step&, const profile_data&) const { return 0; }
    /// Completes the input to the cost model.
    virtual void add_traffic(const pass_step&, const profile_data&, pass_traffic&) const;
};

/// The layout of local memory as a choice: the one with the fewest bank conflicts; plain; or one of two swizzles of
/// address bits (swizzled() and xor_swizzled() in cl/index.h; the second one for tiles of powers of two).
enum class layout_choice { fewest_conflicts, plain, swizzle, xor_swizzle };

/// The choices for such a pass: the options of a plan string (docs/plan_strings.md).
struct work_group_choice : stage_choice {
    std::string_view family() const override { return work_group_name; }
    bool pairs_lines() const override { return paired; }
    /// The part of a pass by this choice.
    virtual polymorphic<family_part> part(const device_description&) const { return work_group_pass{}; }
    /// Why the choice does not apply to a pass, or to its stages; empty if it does.
    virtual objection unfit(const pass_problem&) const { return {}; }
    virtual objection unfit_stages(const pass_step&) const { return {}; }

    unsigned width = 16;       ///< neighbouring lines in a tile, if lines are tighter than the transforms' points
    unsigned points = 16;      ///< of a work-item
    unsigned min_items = 128;  ///< the tile gets more lines until it has at least this many work-items
    unsigned items = 0;        ///< the exact number of work-items; 0: the number with the least work
    unsigned pad = 0;          ///< elements of local memory between two empty ones; 0: by the layout
    unsigned min_groups = 0;   ///< work-groups per compute unit that registers are left for; 0: as many as fit
    exchange_mode exchange = exchange_mode::whole;
    layout_choice layout = layout_choice::fewest_conflicts;
    /// Searches only try tables: the other sources are less precise than the rest of the library.
    twiddle_source twiddles = twiddle_source::tables;
    bool prefetch = false;      ///< prefetch later tiles into the cache
    bool non_temporal = false;  ///< cache hint: the loaded and stored data are not used again
    bool paired = false;        ///< pairs of real lines as the real and imaginary parts of complex lines
};

// The functions of the family's row. Families built on this one use them, too.
const std::vector<pass_option>& work_group_options();
objection work_group_contradiction(const family_choice&);
shape_result shape_of_work_group(const pass_problem&, const device_description&, const pass_choice&, fidelity);
std::vector<work_group_choice> work_group_choices(const pass_problem&, const device_description&, unsigned max_radix);
std::vector<pass_choice> work_group_variations(const pass_choice&, const device_description&);
std::uint64_t work_group_capacity(const device_description&, precision);
std::optional<pass_choice> work_group_with_items(const pass_choice&, const pass_step&, unsigned items);
pass_choice work_group_spelled_out(const pass_step&, const pass_choice&);
pass_text text_of_work_group(const pass_step&, double_support, const pass_names&);
std::vector<pass_probe> work_group_probes(const pass_step&);

/// True if a tile may exceed a work-group or need too many guards, because some sizes are not powers of two.
bool may_overflow(const pass_problem&);

}  // namespace stockham::internal
