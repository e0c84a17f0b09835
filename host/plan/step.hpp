// The steps of a plan: pure data, printable, comparable, made without a device.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <stockham/transform.hpp>

#include "base/iodim.hpp"
#include "base/tables/twiddle_table.hpp"
#include "cl/index.h"
#include "plan/families/lanes/lanes.hpp"
#include "plan/families/word_groups/word_groups.hpp"
#include "plan/families/work_group/work_group.hpp"
#include "plan/pass_side.hpp"
#include "transpose/tile_transpose.hpp"

namespace stockham::internal {

/// One of a tile's dimensions: `points.n` points, transformed by a Stockham chain of `radices`, or (without any)
/// carrying independent lines. Lanes: n counts lines, also along the lanes' dimension.
struct tile_dim {
    iodim points;
    std::vector<unsigned> radices;
    bool transformed = false;
    unsigned digit = 0;  ///< transformed: which of the pass's digits
};

/// Multiplies point k of tile dimension `dim` by w_order^(k phase), the phase growing by `tile` and `loop` along the
/// other dimensions: the twiddle factors towards the digits of the same axis that later passes transform, as the pass
/// stores; or `on_load` those towards the digits that earlier passes have transformed (not with lanes).
struct inter_pass_twiddle {
    unsigned dim = 0;
    std::uint64_t order = 1;
    std::array<std::uint32_t, TILE_RANK> tile{};
    std::array<std::uint32_t, LOOP_RANK> loop{};
    bool on_load = false;
};

/// A Stockham stage along tile dimension `dim`: its radix, the product of the radices before, and the dimension along
/// which neighbouring work-items lie.
struct stage {
    unsigned dim = 0;
    unsigned radix = 1;
    unsigned span = 1;
    unsigned contiguous = 0;
};

/// Multiplication by a spectrum, after which the chain goes back: by Bluestein's filter, or by a user's buffer.
struct spectrum_factor {
    std::optional<twiddle_table> filter;  ///< none: buffer::spectrum
    pass_index::spectrum_growth growth{};
    bool conjugated = false;
    unsigned after = 0;  ///< the stage whose results are multiplied
};

/// A tile dimension whose last tile, numbered by a loop, may be partly filled.
struct guard {
    unsigned dim = 0;
    unsigned loop = 0;
    std::uint64_t extent = 0;  ///< lines over all tiles
};

/// The tile dimension that is transformed by a convolution (plan/passes/digit_convolution.hpp): `points` of it are in
/// memory. Where it is permuted and its points lie side by side, they are copied in and out by stages of their own, so
/// that the other order touches local memory alone.
struct convolved_dim {
    unsigned dim = 0;
    std::uint64_t points = 1;
    bool permuted = false;
    bool copied = false;
};

/// A tile of points that each work-group loads, transforms and stores: one launch, or one for each index of the loops
/// beyond those that a launch numbers.
struct pass_step {
    stockham::precision precision = stockham::precision::f32;
    double scale = 1;
    std::uint64_t bytes_moved = 0;  ///< read plus written in global memory, tables and spectra aside
    pass_side in{buffer::input};
    pass_side out{buffer::output};
    std::vector<tile_dim> tile;  ///< up to TILE_RANK, fastest in local memory first
    std::vector<iodim> loops;    ///< up to LOOP_RANK, fastest first: they number the tiles
    std::vector<iodim> outer;    ///< further loops: a launch each, which only its offsets set apart
    std::vector<inter_pass_twiddle> inter_pass_twiddles;
    std::vector<guard> guards;  ///< up to GUARD_COUNT

    std::vector<stage> stages;
    std::optional<spectrum_factor> factor;
    std::optional<convolved_dim> convolved;
    /// The tile dimension whose lines come in pairs: its n elements are pairs of lines n apart, all `points.is` or
    /// `points.os` from their neighbours. Where they are real numbers, they are an element's two parts.
    std::optional<unsigned> paired;
    unsigned work_items = 1;
    unsigned min_groups = 1;    ///< work-groups that a compute unit should hold at a time
    double effort = 1;          ///< what its stages do, over what they would if all work-items were busy all the time
    bool non_temporal = false;  ///< caches are told that what it loads and stores is not wanted again
    std::variant<work_group_pass, lanes_pass, word_group_pass> family;

    /// What only its family has; null where it is of another.
    const work_group_pass* work_group() const { return std::get_if<work_group_pass>(&family); }
    const lanes_pass* lanes() const { return std::get_if<lanes_pass>(&family); }
    const word_group_pass* word_groups() const { return std::get_if<word_group_pass>(&family); }

    /// Lines that a work-item carries side by side.
    unsigned lane_count() const { return lanes() ? lanes()->lanes : 1; }
    /// Whether dimension d of the tile counts the lines that lanes carry.
    bool is_lane_dim(std::size_t d) const { return lanes() && lanes()->dim == d; }
    /// Points of a work-item (registers); of lanes, which keep none there, 1.
    unsigned item_points() const;
    /// How complex numbers go through local memory, and where twiddle factors come from: families without a choice
    /// have the first of each.
    exchange_mode exchange() const { return work_group() ? work_group()->exchange : exchange_mode::whole; }
    twiddle_source twiddles() const { return work_group() ? work_group()->twiddles : twiddle_source::tables; }
    matrix_units units() const { return work_group() ? work_group()->units : matrix_units::none; }
    unsigned split_half() const { return work_group() ? work_group()->split_half : 0; }
    /// How many tiles ahead the device's cache is told to fetch; 0: not.
    unsigned prefetch() const { return work_group() ? work_group()->prefetch : 0; }

    std::uint64_t tile_points() const;
    /// Work-items that share a butterfly of this radix.
    unsigned sharing(unsigned radix) const;
    /// The results of complex lines are told apart as those of real lines on their way out.
    bool unpairs() const { return paired && in.form.numbers == numbers::real; }
    /// The work-group meets in local memory: between stages, or to pack and unpack.
    bool exchanges() const { return stages.size() > 1 || in.packed || out.packed || unpairs(); }
    bool permuted() const { return convolved && convolved->permuted; }
    bool copied() const { return convolved && convolved->copied; }
    /// Lines or points along a dimension of the tile, pairs counted as two.
    std::uint64_t lines_along(unsigned dim) const { return tile[dim].points.n * (paired == dim ? 2 : 1); }
    /// Points of a dimension of the tile that are in memory.
    std::uint64_t points_along(unsigned dim) const {
        return convolved && convolved->dim == dim ? convolved->points : tile[dim].points.n;
    }
    std::uint64_t groups() const;    ///< of a launch
    std::uint64_t launches() const;  ///< one for each index of each outer loop
    /// What launch `which` adds to the offset on the side of `stride`.
    std::uint64_t offset_of(std::uint64_t which, std::uint64_t iodim::*stride) const;
    /// Elements of local memory (lanes: of one stage buffer), padding included; 0 where none is wanted.
    std::uint64_t local_elements() const;
    std::uint64_t local_bytes() const;
    /// Places within the tile need 64 bits: 32 with a sign, where an axis is mapped, or without one do not hold them.
    bool wide() const;
};

using step = std::variant<pass_step, tile_transpose>;

/// A plan as pure data: its steps, the workspace they need, and what its planner wants to be known.
struct step_plan {
    std::vector<step> steps;
    std::uint64_t workspace_bytes = 0;
    std::vector<std::string> notes;
    /// Its passes share a launch: two of work-groups, which wait for others (cl/common/two_passes.cl); or lanes, whose
    /// work-items do all passes of a part one after the other.
    bool one_launch = false;
    std::uint64_t parts = 0;  ///< those of lanes that share a launch; in every pass a part's groups follow each other

    /// Needs a queue in order, and a device that begins work-groups in order.
    bool waits() const { return one_launch && parts == 0; }
};

/// In tensor notation: one step a line.
std::string to_string(const pass_step&);
std::string to_string(const step_plan&);

}  // namespace stockham::internal
