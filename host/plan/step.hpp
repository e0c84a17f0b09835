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
#include "launch/buffer.hpp"
#include "problem/form.hpp"
#include "transpose/tile_transpose.hpp"

namespace stockham {

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
struct rotation {
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
    unsigned fast = 0;
};

/// How work-items carrying lanes read or write global memory (see cl/lanes/exchange_lanes.cl).
enum class lanes_access { gathered = 0, side_by_side = 1, transposed = 2 };

/// Where twiddle factors come from: tables, or sines and cosines of an angle, by the device's native functions or by
/// its precise ones.
enum class twiddle_source { tables = 0, native = 1, precise = 2 };

/// How complex numbers go through local memory: whole; real parts, then imaginary parts, through half the memory; or
/// both at once, all real parts before all imaginary parts (planar).
enum class exchange_mode { whole = 0, separate = 1, planar = 2 };

/// What multiplies the matrices of a pass whose butterflies are products of halves (UNITS of
/// cl/systems/split_half/butterfly_halves.cl).
enum class matrix_units { none = 0, nvidia = 1, amd = 2 };

enum class local_layout { plain = 0, padded = 1, swizzled = 2, folded = 3, xor_swizzled = 4 };

/// How an axis lies on one side of a pass where its points are not simply where its strides say (struct axis_map).
struct mapping {
    pass_index::axis_map numbers{};
    pass_index::axis_growth growth{};
    bool hermitian = false;  ///< Hermitian: only points 0 .. n / 2 are in memory
    std::optional<chirp> chirped;
};

/// One side of a pass (see cl/access/).
struct pass_side {
    buffer where = buffer::input;
    std::uint64_t offset = 0;
    memory_form form;
    bool swapped = false;  ///< the data are an inverse transform's: real and imaginary parts change places
    bool back = false;     ///< the chain is on its way back here
    bool packed = false;   ///< here a transformed line of n points has n + 1, those of twice as many real numbers
    std::optional<mapping> mapped;
    bool shared = false;  ///< windows of the user's input overlap: its elements are read several times

    bool is_plain() const { return form == memory_form{} && !mapped && !packed; }
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

/// The tile dimension that is transformed by a convolution (planner/digit_convolution.hpp): `points` of it are in
/// memory. Where it is permuted and its points lie side by side, they are copied in and out by stages of their own, so
/// that the other order touches local memory alone.
struct convolved_dim {
    unsigned dim = 0;
    std::uint64_t points = 1;
    bool permuted = false;
    bool copied = false;
};

/// Who computes a word group (cl/systems/constant_geometry/word_group.cl): as many work-items as it has points, with a
/// part of all results or with a result each, or one of them.
enum class group_schedule { balanced = 0, unbalanced = 1, alone = 2 };

/// A pass by constant-geometry FFTs (cl/systems/constant_geometry/exchange_constant.cl): its stages are epochs, of
/// radix 2 or 2^2 (4), between two copies (radix 1).
struct word_groups {
    unsigned points = 4;  ///< of a word group; that of the last epoch may have two
    group_schedule schedule = group_schedule::balanced;
    bool conventional = false;     ///< a word group writes where it has read
    bool meeting = false;          ///< the work-group meets in the middle of word groups of four
    bool global_twiddles = false;  ///< twiddle factors stay in global memory
    bool bit_reversed = false;     ///< transformed dimensions stay in the order of the last epoch
    std::uint64_t order = 1;       ///< of the root whose powers are the twiddle factors: the longest dimension's

    /// How many powers are wanted.
    std::uint64_t twiddles() const;
};

/// A tile of points that each work-group loads, transforms and stores: one launch, or one for each index of the loops
/// beyond those that a launch numbers.
struct pass_step {
    stockham::precision precision = stockham::precision::f32;
    double scale = 1;
    std::uint64_t bytes_moved = 0;  ///< read plus written in global memory, tables and spectra aside
    pass_side in{buffer::input, 0, {}, false, false, false, {}};
    pass_side out{buffer::output, 0, {}, false, false, false, {}};
    std::vector<tile_dim> tile;  ///< up to TILE_RANK, fastest in local memory first
    std::vector<iodim> loops;    ///< up to LOOP_RANK, fastest first: they number the tiles
    std::vector<iodim> outer;    ///< further loops: a launch each, which only its offsets set apart
    std::vector<rotation> inter_pass_twiddles;
    std::vector<guard> guards;  ///< up to GUARD_COUNT

    std::vector<stage> stages;
    std::optional<spectrum_factor> factor;
    std::optional<convolved_dim> convolved;
    /// The tile dimension whose lines come in pairs: its n elements are pairs of lines n apart, all `points.is` or
    /// `points.os` from their neighbours. Where they are real numbers, they are an element's two parts.
    std::optional<unsigned> paired;
    std::optional<stockham::word_groups> word_groups;
    unsigned work_items = 1;
    unsigned points = 1;  ///< of a work-item at most (registers); lanes: not used
    unsigned lanes = 1;
    unsigned lane_dim = 0;
    lanes_access load = lanes_access::gathered;
    lanes_access store = lanes_access::gathered;
    unsigned load_dim = 0;  ///< the dimension along which a transposed load runs; store_dim likewise
    unsigned store_dim = 0;
    unsigned buffers = 1;  ///< stage buffers of a work-item with lanes
    exchange_mode exchange = exchange_mode::whole;
    twiddle_source twiddles = twiddle_source::tables;
    local_layout layout = local_layout::plain;
    std::array<unsigned, 2> swizzle_bits{};  ///< xor_swizzled only: `near` and `far` of xor_swizzled() in cl/index.h
    unsigned pad = 16;                       ///< padded: one empty element after so many
    unsigned min_groups = 1;                 ///< work-groups that a compute unit should hold at a time
    double effort = 1;  ///< what its stages do, over what they would if all work-items had butterflies all the time
    bool non_temporal = false;  ///< caches are told that what it loads and stores is not wanted again
    unsigned split_half =
        0;  ///< its butterflies are products of halves: HALVES of cl/systems/split_half/butterfly_halves.cl
    matrix_units units = matrix_units::none;  ///< split_half > 0 only
    unsigned prefetch = 0;                    ///< how many tiles ahead the device's cache is told to fetch; 0: not

    std::uint64_t tile_points() const;
    /// Word groups: from how many points on places in local memory lie as they do before, `folded` or not.
    std::uint32_t folded_points() const;
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
    bool one_launch = false;  ///< its two passes may share a launch on an in-order queue (see cl/common/two_passes.cl)
};

/// In tensor notation: one step a line.
std::string to_string(const pass_step&);
std::string to_string(const step_plan&);

}  // namespace stockham
