// The lane family, for CPUs: work-items process independent lines in the lanes of vectors (cl/lanes/).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "families/common/family.hpp"

namespace stockham::internal {

constexpr std::string_view lanes_name = "lanes";
const kernel_family& lanes_family();

/// How lanes access global memory (see cl/lanes/lanes.cl).
enum class lanes_access { gathered = 0, side_by_side = 1, transposed = 2 };

/// How lanes access global memory on one side.
struct lanes_side {
    lanes_access access = lanes_access::gathered;
    unsigned dim = 0;  ///< if transposed: the contiguous tile dimension
};

/// The points that memory holds along dimension d of the tile, which is the whole axis if the side is mapped.
std::uint64_t points_in_memory(const pass_step&, const pass_side&, std::size_t d);

/// The part of a pass that is specific to this family. A work-group is a single work-item.
struct lanes_pass : family_part {
    unsigned lanes = 1;
    unsigned dim = 0;  ///< the tile dimension that counts lines
    lanes_side load, store;
    unsigned buffers = 1;  ///< stage buffers of a work-item

    std::string_view family() const override { return lanes_name; }
    /// Elements of one stage buffer.
    std::uint64_t local_elements(const pass_step&) const override;
    /// Bytes of all stage buffers.
    std::uint64_t local_bytes(const pass_step&) const override;
    unsigned item_points(const pass_step&) const override { return 1; }
    std::string work_text(const pass_step&) const override;
    launch_sharing sharing() const override { return launch_sharing::by_parts; }
    unsigned lane_count() const override { return lanes; }
    std::optional<unsigned> lane_dim() const override { return dim; }
};

/// The choices for such a pass.
struct lanes_choice : stage_choice {
    std::string_view family() const override { return lanes_name; }

    unsigned line = 0;  ///< the line dimension of the pass that lanes carry
};

const std::vector<pass_option>& lanes_options();
objection lanes_contradiction(const family_choice&);
shape_result shape_of_lanes(const pass_problem&, const device_description&, const pass_choice&, fidelity);
pass_text text_of_lanes(const pass_step&, double_support, const pass_names&);
std::vector<pass_probe> lanes_probes(const pass_step&);

}  // namespace stockham::internal
