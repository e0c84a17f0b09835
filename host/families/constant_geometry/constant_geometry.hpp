// The constant-geometry family (cl/constant_geometry/): FFTs by word groups.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cl/constant_geometry/word_group.h"
#include "families/common/family.hpp"

namespace stockham::internal {

constexpr std::string_view constant_geometry_name = "constant geometry";
const kernel_family& constant_geometry_family();

/// Which work-items compute a word group (cl/constant_geometry/epoch.cl). Balanced: one per point, each with a
/// part of all results; unbalanced: one per point, each with one result; alone: a single work-item.
enum class group_schedule { balanced = 0, unbalanced = 1, alone = 2 };

/// The part of a pass that is specific to this family (cl/constant_geometry/). Its stages are epochs of radix 2
/// or 2^2 (4), between two copying stages (radix 1).
struct constant_geometry_pass : family_part {
    unsigned points = 4;  ///< of a word group; those of the last epoch may have two
    group_schedule schedule = group_schedule::balanced;
    bool conventional = false;       ///< a word group writes to the places that it has read
    bool barrier_per_stage = false;  ///< a barrier between the two stages of word groups of four
    bool global_twiddles = false;    ///< twiddle factors stay in global memory
    bool bit_reversed = false;       ///< transformed dimensions stay in the order of the last epoch
    bool swizzled = false;           ///< places in local memory are permuted by folded()
    std::uint64_t order = 1;         ///< twiddle factors are powers of w_order; the longest dimension

    std::string_view family() const override { return constant_geometry_name; }
    /// The number of powers in the table of twiddle factors.
    std::uint64_t twiddles() const;
    /// The period of the swizzle in local memory: bits of an address at and above it are not folded.
    std::uint32_t folded_points(const pass_step&) const;

    std::uint64_t local_elements(const pass_step&) const override;
    std::uint64_t local_bytes(const pass_step&) const override;
    unsigned item_points(const pass_step&) const override;
    std::string text(const pass_step&) const override;
};

/// The choices for such a pass.
struct constant_geometry_choice : family_choice {
    std::string_view family() const override { return constant_geometry_name; }

    unsigned geometry = 4;  ///< 2: radix 2 by word groups of two; 4: radix 2^2 by word groups of four
    unsigned width = 16;    ///< see work_group_choice, also for the next three
    unsigned points = 16;
    unsigned min_items = 128;
    unsigned min_groups = 0;
    bool swizzled = false;                               ///< XOR swizzle of addresses in local memory
    bool non_temporal = false;                           ///< cache hint: the loaded and stored data are not used again
    group_schedule schedule = group_schedule::balanced;  ///< which work-items compute a word group
    bool conventional = false;                           ///< computes new addresses for each epoch
    bool barrier_per_stage = false;                      ///< a barrier after every stage, not every second stage
    bool global_twiddles = false;                        ///< twiddle factors read from global memory
};

const std::vector<pass_option>& constant_geometry_options();
objection constant_geometry_contradiction(const family_choice&);
shape_result shape_of_constant_geometry(const pass_problem&, const device_description&, const pass_choice&, fidelity);
pass_text text_of_constant_geometry(const pass_step&, double_support, const pass_names&);
std::vector<pass_probe> constant_geometry_probes(const pass_step&);

/// Runs the epochs of a pass on one tile: calls `load` for each of its points and `store` with each result. Throws
/// interpreter_error if an epoch reads an unwritten place, writes a place twice, or leaves a buffer or the table of
/// roots.
void compute_constant_geometry(const pass_step&, const load_point& load, const store_point& store);

}  // namespace stockham::internal
