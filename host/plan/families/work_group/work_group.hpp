// The family of passes whose work-items meet in local memory (cl/work_group/): what such a pass is, and what may be
// chosen for one.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "plan/families/option.hpp"

namespace stockham::internal {

struct pass_step;

/// Where twiddle factors come from: tables, or sines and cosines of an angle, by the device's native functions or by
/// its precise ones.
enum class twiddle_source { tables = 0, native = 1, precise = 2 };

/// How complex numbers go through local memory: whole; real parts, then imaginary parts, through half the memory; or
/// both at once, all real parts before all imaginary parts (planar).
enum class exchange_mode { whole = 0, separate = 1, planar = 2 };

/// What multiplies the matrices of a pass whose butterflies are products of halves (UNITS of
/// cl/systems/split_half/butterfly_halves.cl).
enum class matrix_units { none = 0, nvidia = 1, amd = 2 };

/// LOCAL_LAYOUT of cl/work_group/local_memory.cl.
enum class local_layout { plain = 0, padded = 1, swizzled = 2, xor_swizzled = 4 };

/// The part of a pass that only this family has.
struct work_group_pass {
    unsigned points = 1;  ///< of a work-item at most (registers)
    exchange_mode exchange = exchange_mode::whole;
    twiddle_source twiddles = twiddle_source::tables;
    local_layout layout = local_layout::plain;
    unsigned pad = 16;                       ///< padded: one empty element after so many
    std::array<unsigned, 2> swizzle_bits{};  ///< xor_swizzled: `near` and `far` of xor_swizzled() in cl/index.h
    unsigned prefetch = 0;                   ///< how many tiles ahead the device's cache is told to fetch; 0: not
    /// Its butterflies are products of halves: HALVES of cl/systems/split_half/butterfly_halves.cl. 0: they are not.
    unsigned split_half = 0;
    matrix_units units = matrix_units::none;

    /// Elements of local memory that a work-group takes, padding included; 0 where none is wanted.
    std::uint64_t local_elements(const pass_step&) const;
    std::uint64_t local_bytes(const pass_step&) const;
    /// Points of a work-item that are in registers.
    unsigned item_points(const pass_step&) const;
    /// What a step says of it, for people.
    std::string text() const;
};

/// Where points lie in local memory, as a choice: by the fewest bank conflicts; in order; or swizzled, by either of two
/// exchanges of address bits (swizzled() and xor_swizzled() in cl/index.h; the second for tiles of powers of two).
enum class layout_choice { fewest_conflicts, plain, swizzle, xor_swizzle };

/// What is free to choose for such a pass: the options of a plan string (docs/plan_strings.md).
struct work_group_choice : stage_choice {
    static constexpr const char* family = "work-groups";
    static constexpr std::string_view mark = "split_half=";  ///< the option that no other family has
    static const std::vector<pass_option<work_group_choice>>& options();

    unsigned width = 16;       ///< lines side by side in a tile, where lines lie tighter than the transforms' points
    unsigned points = 16;      ///< of a work-item
    unsigned min_items = 128;  ///< work-items below which the tile takes on more lines
    unsigned items = 0;        ///< exactly so many work-items, if that is enough of them; 0: as many as come out even
    unsigned pad = 0;          ///< elements of local memory between two empty ones; 0: by the layout
    unsigned min_groups = 0;   ///< work-groups of a compute unit that registers are left for; 0: as many as fit
    /// 1: butterflies of radix 2, 4, 8 and 16 as products of fp16 matrices, the matrices rounded to fp16; 2: those of
    /// radix 8 and 16 split as well (cl/systems/split_half/butterfly_halves.cl).
    unsigned split_half = 0;
    exchange_mode exchange = exchange_mode::whole;
    layout_choice layout = layout_choice::fewest_conflicts;
    /// Other than tables they are less precise than the library is otherwise, so that no search tries them.
    twiddle_source twiddles = twiddle_source::tables;
    bool prefetch = false;      ///< tell the cache to fetch later tiles
    bool non_temporal = false;  ///< tell the caches that what is loaded and stored is not wanted again
    bool paired = false;        ///< real lines in pairs, as the real and the imaginary parts of complex lines
};

}  // namespace stockham::internal
