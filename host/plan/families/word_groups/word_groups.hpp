// The family of passes by word groups (cl/systems/constant_geometry/): constant-geometry FFTs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "plan/families/option.hpp"

namespace stockham::internal {

struct pass_step;

/// Who computes a word group (cl/systems/constant_geometry/epoch.cl): as many work-items as it has points, with a
/// part of all results or with a result each, or one of them.
enum class group_schedule { balanced = 0, unbalanced = 1, alone = 2 };

/// The part of a pass that only this family has (cl/systems/constant_geometry/): its stages are
/// epochs, of radix 2 or 2^2 (4), between two copies (radix 1).
struct word_group_pass {
    unsigned points = 4;  ///< of a word group; that of the last epoch may have two
    group_schedule schedule = group_schedule::balanced;
    bool conventional = false;       ///< a word group writes where it has read
    bool barrier_per_stage = false;  ///< the work-group meets in the middle of word groups of four
    bool global_twiddles = false;    ///< twiddle factors stay in global memory
    bool bit_reversed = false;       ///< transformed dimensions stay in the order of the last epoch
    bool swizzled = false;           ///< points lie in local memory by folded() of cl/index.h
    std::uint64_t order = 1;         ///< of the root whose powers are the twiddle factors: the longest dimension's

    /// How many powers are wanted.
    std::uint64_t twiddles() const;
    /// From how many points on places in local memory lie as they do before, swizzled or not.
    std::uint32_t folded_points(const pass_step&) const;

    /// Elements of local memory that a work-group takes, padding included; 0 where none is wanted.
    std::uint64_t local_elements(const pass_step&) const;
    std::uint64_t local_bytes(const pass_step&) const;
    /// Points of a work-item that are in registers.
    unsigned item_points(const pass_step&) const;
    /// What a step says of it, for people.
    std::string text() const;
};

/// What is free to choose for such a pass.
struct word_group_choice {
    static constexpr const char* family = "word groups (geometry)";
    static constexpr std::string_view mark = "geometry=";
    static const std::vector<pass_option<word_group_choice>>& options();

    unsigned geometry = 4;  ///< radix 2 by word groups of two; or 2^2 by word groups of four
    unsigned width = 16;    ///< as of work_group_choice, like the next three
    unsigned points = 16;
    unsigned min_items = 128;
    unsigned min_groups = 0;
    bool swizzled = false;      ///< XOR swizzle of addresses in local memory
    bool non_temporal = false;  ///< tell the caches that what is loaded and stored is not wanted again
    group_schedule schedule = group_schedule::balanced;  ///< who computes a word group
    bool conventional = false;                           ///< addresses made anew for each epoch instead
    bool barrier_per_stage = false;                      ///< a barrier after every stage, not after every second
    bool global_twiddles = false;                        ///< twiddle factors read from global memory
};

}  // namespace stockham::internal
