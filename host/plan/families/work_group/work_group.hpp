// The work-group family, whose work-items exchange points through local memory (cl/work_group/).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <stockham/device.hpp>

#include "plan/families/option.hpp"

namespace stockham::internal {

struct pass_step;

/// The source of twiddle factors: tables, or sines and cosines by the device's native or precise functions.
enum class twiddle_source { tables = 0, native = 1, precise = 2 };

/// How complex numbers are exchanged through local memory: whole; separately, first real and then imaginary parts,
/// which halves the memory; or planar, all real parts before all imaginary parts.
enum class exchange_mode { whole = 0, separate = 1, planar = 2 };

/// LOCAL_LAYOUT of cl/work_group/local_memory.cl.
enum class local_layout { plain = 0, padded = 1, swizzled = 2, xor_swizzled = 4 };

/// The part of a pass that is specific to this family.
struct work_group_pass {
    unsigned points = 1;  ///< the most points that a work-item holds in registers
    exchange_mode exchange = exchange_mode::whole;
    twiddle_source twiddles = twiddle_source::tables;
    local_layout layout = local_layout::plain;
    unsigned pad = 16;                       ///< padded: one empty element after every `pad`
    std::array<unsigned, 2> swizzle_bits{};  ///< xor_swizzled: `near` and `far` of xor_swizzled() in cl/index.h
    unsigned prefetch = 0;                   ///< how many tiles ahead the pass prefetches; 0: none
    /// HALVES of cl/systems/split_half/butterfly_halves.cl if butterflies are fp16 products; else 0.
    unsigned split_half = 0;
    matrix_units units = matrix_units::none;  ///< UNITS of cl/systems/split_half/butterfly_halves.cl

    /// Elements of local memory that a work-group uses, including padding; 0 if it uses none.
    std::uint64_t local_elements(const pass_step&) const;
    std::uint64_t local_bytes(const pass_step&) const;
    /// Points that a work-item holds in registers.
    unsigned item_points(const pass_step&) const;
    /// Text for printed plans.
    std::string text() const;
};

/// The layout of local memory as a choice: the one with the fewest bank conflicts; plain; or one of two swizzles of
/// address bits (swizzled() and xor_swizzled() in cl/index.h; the second one for tiles of powers of two).
enum class layout_choice { fewest_conflicts, plain, swizzle, xor_swizzle };

/// The choices for such a pass: the options of a plan string (docs/plan_strings.md).
struct work_group_choice : stage_choice {
    static constexpr const char* family = "work-groups";
    static constexpr std::string_view mark = "split_half=";  ///< the option that no other family has
    static const std::vector<pass_option<work_group_choice>>& options();

    unsigned width = 16;       ///< neighbouring lines in a tile, if lines are tighter than the transforms' points
    unsigned points = 16;      ///< of a work-item
    unsigned min_items = 128;  ///< the tile gets more lines until it has at least this many work-items
    unsigned items = 0;        ///< the exact number of work-items; 0: the number with the least work
    unsigned pad = 0;          ///< elements of local memory between two empty ones; 0: by the layout
    unsigned min_groups = 0;   ///< work-groups per compute unit that registers are left for; 0: as many as fit
    /// 1: butterflies of radix 2, 4, 8 and 16 as products of fp16 matrices, the matrices rounded to fp16; 2: those of
    /// radix 8 and 16 split as well (cl/systems/split_half/butterfly_halves.cl).
    unsigned split_half = 0;
    exchange_mode exchange = exchange_mode::whole;
    layout_choice layout = layout_choice::fewest_conflicts;
    /// Searches only try tables: the other sources are less precise than the rest of the library.
    twiddle_source twiddles = twiddle_source::tables;
    bool prefetch = false;      ///< prefetch later tiles into the cache
    bool non_temporal = false;  ///< cache hint: the loaded and stored data are not used again
    bool paired = false;        ///< pairs of real lines as the real and imaginary parts of complex lines
};

}  // namespace stockham::internal
