// The lane family, for CPUs: work-items process independent lines in the lanes of vectors (cl/lanes/).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "plan/families/option.hpp"

namespace stockham::internal {

struct pass_step;

/// How lanes access global memory (see cl/lanes/lanes.cl).
enum class lanes_access { gathered = 0, side_by_side = 1, transposed = 2 };

/// How lanes access global memory on one side.
struct lanes_side {
    lanes_access access = lanes_access::gathered;
    unsigned dim = 0;  ///< if transposed: the contiguous tile dimension
};

/// The part of a pass that is specific to this family. A work-group is a single work-item.
struct lanes_pass {
    unsigned lanes = 1;
    unsigned dim = 0;  ///< the tile dimension that counts lines
    lanes_side load, store;
    unsigned buffers = 1;  ///< stage buffers of a work-item

    /// Elements of one stage buffer.
    std::uint64_t local_elements(const pass_step&) const;
    /// Bytes of all stage buffers.
    std::uint64_t local_bytes(const pass_step&) const;
    /// Points that a work-item holds in registers.
    unsigned item_points(const pass_step&) const;
    /// Text for printed plans.
    std::string text() const;
};

/// The choices for such a pass.
struct lanes_choice : stage_choice {
    static constexpr const char* family = "lanes";
    static constexpr std::string_view mark = "lane_line=";
    static const std::vector<pass_option<lanes_choice>>& options();

    unsigned line = 0;  ///< the line dimension of the pass that lanes carry
};

}  // namespace stockham::internal
