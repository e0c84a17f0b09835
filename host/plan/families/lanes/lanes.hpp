// The family of passes whose work-items carry independent lines in the lanes of vectors (cl/lanes/): CPUs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "plan/families/option.hpp"

namespace stockham::internal {

struct pass_step;

/// How work-items carrying lanes read or write global memory (see cl/lanes/lanes.cl).
enum class lanes_access { gathered = 0, side_by_side = 1, transposed = 2 };

/// How lanes reach global memory on one side.
struct lanes_side {
    lanes_access access = lanes_access::gathered;
    unsigned dim = 0;  ///< transposed: the tile dimension whose points lie side by side
};

/// The part of a pass that only this family has. Its work-groups are single work-items.
struct lanes_pass {
    unsigned lanes = 1;
    unsigned dim = 0;  ///< the tile dimension that counts lines
    lanes_side load, store;
    unsigned buffers = 1;  ///< stage buffers of a work-item

    /// Elements of one stage buffer; then bytes of all of them.
    std::uint64_t local_elements(const pass_step&) const;
    std::uint64_t local_bytes(const pass_step&) const;
    /// Points of a work-item that are in registers.
    unsigned item_points(const pass_step&) const;
    /// What a step says of it, for people.
    std::string text() const;
};

/// What is free to choose for such a pass.
struct lanes_choice : stage_choice {
    static constexpr const char* family = "lanes";
    static constexpr std::string_view mark = "lane_line=";
    static const std::vector<pass_option<lanes_choice>>& options();

    unsigned line = 0;  ///< lanes carry the lines of this number
};

}  // namespace stockham::internal
