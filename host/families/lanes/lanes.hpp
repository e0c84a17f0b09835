// The lane family, for CPUs: work-items process independent lines in the lanes of vectors (cl/lanes/).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cl/common/digit_shape.h"
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
    /// The kernel serves digits of any length up to this many points; 0: it is made for this pass.
    std::uint64_t most_points = 0;

    std::string_view family() const override { return lanes_name; }
    /// Elements of one stage buffer.
    std::uint64_t local_elements(const pass_step&) const override;
    /// Bytes of all stage buffers.
    std::uint64_t local_bytes(const pass_step&) const override;
    std::uint64_t any_length_bytes(precision) const override;
    unsigned item_points(const pass_step&) const override { return 1; }
    std::string work_text(const pass_step&) const override;
    launch_sharing sharing() const override { return launch_sharing::by_parts; }
    unsigned lane_count() const override { return lanes; }
    std::optional<unsigned> lane_dim() const override { return dim; }
};

/// The choices for such a pass.
struct lanes_choice : stage_choice {
    std::string_view family() const override { return lanes_name; }

    unsigned line = 0;        ///< the line dimension of the pass that lanes carry
    bool own_kernel = false;  ///< a kernel made for the pass, although one for digits of any length suits it
};

const std::vector<pass_option>& lanes_options();
objection lanes_contradiction(const family_choice&);
shape_result shape_of_lanes(const pass_problem&, const device_description&, const pass_choice&, fidelity);
/// The same by a kernel for digits of any length. The first dimension of the step's tile is its digit (digit_first()).
pass_text text_of_any_length(const pass_step&, double_support, const pass_names&);
/// The radices that the kernel for any length has for the pass; null if one of the pass's is in no kernel.
const std::vector<unsigned>* digit_radices(const pass_step&);
/// True if a kernel for digits of any length can compute the pass: its tile has one digit, and lines for lanes.
bool suits_any_length(const pass_step&);
/// The pass with its digit as the first dimension of the tile, and the lines of lanes as the second.
pass_step digit_first(const pass_step&);
/// The numbers that such a kernel takes as arguments.
pass_index::digit_shape shape_of_digit(const pass_step&);
pass_index::digit_radices radices_of_digit(const pass_step&);
pass_index::digit_axes axes_of_digit(const pass_step&);
pass_index::digit_spectrum spectrum_of_digit(const pass_step&);

pass_text text_of_lanes(const pass_step&, double_support, const pass_names&);
std::vector<pass_probe> lanes_probes(const pass_step&);

}  // namespace stockham::internal
