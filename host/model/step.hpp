// The steps of a plan, as plain data: printable and comparable, made without a device.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <stockham/transform.hpp>

#include "base/iodim.hpp"
#include "cl/index.h"
#include "model/convolution.hpp"
#include "model/family_part.hpp"
#include "model/pass_side.hpp"
#include "transpose/tile_transpose.hpp"

namespace stockham::internal {

/// A dimension of a tile: `points.n` points transformed by a Stockham chain of `radices`, or, without radices,
/// independent lines. n also counts lines along the dimension that lanes carry.
struct tile_dim {
    iodim points;
    std::vector<unsigned> radices;
    bool transformed = false;
    unsigned digit = 0;  ///< if transformed: which of the pass's digits
};

/// Multiplies point k of tile dimension `dim` by w_order^(k phase). The phase grows by `tile` and `loop` along the
/// other dimensions. On store, these are the twiddle factors between this digit and digits of the same axis in later
/// passes; `on_load` (not with lanes), between this digit and digits of earlier passes.
struct inter_pass_twiddle {
    unsigned dim = 0;
    std::uint64_t order = 1;
    std::array<std::uint32_t, TILE_RANK> tile{};
    std::array<std::uint32_t, LOOP_RANK> loop{};
    bool on_load = false;
    /// Within the tile: the factors multiply the outputs of this stage, towards another digit that the pass transforms.
    std::optional<unsigned> after;

    bool on_store() const { return !on_load && !after; }
};

/// A Stockham stage along tile dimension `dim`. `span` is the product of the radices before it; `contiguous` is the
/// dimension along which work-items are neighbours.
struct stage {
    unsigned dim = 0;
    unsigned radix = 1;
    unsigned span = 1;
    unsigned contiguous = 0;
};

/// A tile dimension whose last tile may be partly filled. `loop` numbers its tiles.
struct guard {
    unsigned dim = 0;
    unsigned loop = 0;
    std::uint64_t extent = 0;  ///< lines in all tiles together
};

/// Two dimensions of a tile that are one packed line: point k is at k % (points of `low`) along the one and at
/// k / (points of `low`) along the other.
struct merged_dims {
    unsigned low = 0, high = 0;
    std::uint64_t points = 1;  ///< of the line
};

/// The source of twiddle factors: tables, or sines and cosines by the device's native or precise functions.
enum class twiddle_source { tables = 0, native = 1, precise = 2 };

/// A pass: each work-group loads a tile of points, transforms it and stores it. A pass is one launch, or one launch per
/// index of the `outer` loops.
struct pass_step {
    stockham::precision precision = stockham::precision::f32;
    double scale = 1;
    std::uint64_t bytes_moved = 0;  ///< read plus written in global memory, without tables and spectra
    pass_side in{buffer::input};
    pass_side out{buffer::output};
    std::vector<tile_dim> tile;  ///< up to TILE_RANK, fastest in local memory first
    std::vector<iodim> loops;    ///< over tiles; up to LOOP_RANK, fastest first
    std::vector<iodim> outer;    ///< further loops: one launch per index; only offsets differ
    std::vector<inter_pass_twiddle> inter_pass_twiddles;
    std::vector<guard> guards;  ///< up to GUARD_COUNT

    std::vector<stage> stages;
    pass_convolution convolution;
    /// The tile dimension whose lines are paired: element k holds lines k and k + n, with the usual strides `points.is`
    /// and `points.os` between lines. Two real lines are the real and imaginary parts of one complex line.
    std::optional<unsigned> paired;
    unsigned work_items = 1;
    unsigned min_groups = 1;    ///< work-groups that a compute unit should hold at a time
    double effort = 1;          ///< work of its stages, relative to stages whose work-items are all busy
    bool non_temporal = false;  ///< cache hint: the loaded and stored data are not used again
    twiddle_source twiddles = twiddle_source::tables;
    polymorphic<family_part> family;

    /// The part of its family; null if the pass belongs to another family.
    template <class Part>
    const Part* as() const {
        return family.as<Part>();
    }
    /// The same if the pass is known to belong to the family.
    template <class Part>
    const Part& to() const {
        return family.to<Part>();
    }

    /// Lines that a work-item carries side by side.
    unsigned lane_count() const { return family->lane_count(); }
    /// True if dimension d of the tile counts the lines that lanes carry.
    bool is_lane_dim(std::size_t d) const { return family->lane_dim() == d; }
    /// Points that a work-item holds in registers; 1 if it holds none.
    unsigned item_points() const { return family->item_points(*this); }

    std::uint64_t tile_points() const;
    /// True if real lines are packed as complex ones of half the length.
    bool packs() const { return in.packed || out.packed; }
    /// True if the spectra of complex lines are split into those of paired real lines on store.
    bool unpairs() const { return paired && in.form.numbers == numbers::real; }
    /// True if the work-items hold the inputs of stage k + 1 after stage k: the stages are equal butterflies, one at
    /// the end of a chain and the other at the start of the mirrored one.
    bool keeps_points(std::size_t k) const;
    /// Exchanges through local memory between stages.
    unsigned exchanges_of_stages() const;
    /// True if work-items exchange points through local memory: between stages, or to pack and unpack.
    bool exchanges() const { return exchanges_of_stages() > 0 || packs() || unpairs(); }
    /// The radices of a dimension's stages: of the chain before the multiplication by a spectrum, or after it, where
    /// they are mirrored.
    std::vector<unsigned> chain_of(std::size_t dim, bool mirrored) const;
    /// True if the stage transforms only some of the tile's points along its dimension.
    bool is_partial(const stage& g) const { return g.radix > 1 && convolution.skips_point_zero(g.dim); }
    /// Points along a dimension that its stages transform.
    std::uint64_t transformed_points(std::size_t dim) const {
        return tile[dim].points.n - convolution.skips_point_zero(dim);
    }
    std::uint64_t butterflies_of(const stage& g) const;
    /// The dimensions of packed or separated real lines that are two digits; empty if they are one.
    std::optional<merged_dims> merged() const;
    /// Of real lines that are packed or separated: the dimension of their points (of merged ones, the high one), and
    /// the complex points that the tile has for a line.
    unsigned real_line_dim() const;
    std::uint64_t real_line_points() const;
    /// Lines or points along a dimension of the tile, where a pair counts as two.
    std::uint64_t lines_along(unsigned dim) const { return tile[dim].points.n * (paired == dim ? 2 : 1); }
    /// Points along a dimension of the tile that are in memory.
    std::uint64_t points_along(unsigned dim) const { return convolution.points_in_memory(dim, tile[dim].points.n); }
    std::uint64_t groups() const;    ///< work-groups of a launch
    std::uint64_t launches() const;  ///< one for each index of each outer loop
    /// The offset that launch `which` adds on the side of `stride`.
    std::uint64_t offset_of(std::uint64_t which, std::uint64_t iodim::*stride) const;
    /// Elements of local memory (lanes: of one stage buffer) including padding; 0 if none is needed.
    std::uint64_t local_elements() const { return family->local_elements(*this); }
    std::uint64_t local_bytes() const { return family->local_bytes(*this); }
    /// True if offsets within the tile need 64 bits: they do not fit 32 bits, or 31 where a mapped axis needs a sign.
    bool needs_64_bit_offsets() const;
    /// True if points along a mapped axis, or exponents of twiddle factors, do not fit 32 bits.
    bool has_long_axes() const;
};

/// True if stage k reads or writes the exchanged points of a convolved digit in permuted order.
bool takes_powers(const pass_step&, std::size_t k);
bool gives_powers(const pass_step&, std::size_t k);

/// The highest index along a mapped axis that a place of the tile has, ignoring guards.
std::uint64_t last_index(const pass_step&, const mapping&);

using step = std::variant<pass_step, tile_transpose>;

/// A plan as plain data: its steps, the workspace that they need, and notes for readers.
struct step_plan {
    std::vector<step> steps;
    std::uint64_t workspace_bytes = 0;
    std::vector<std::string> notes;
    /// Its passes share a launch: two work-group passes, the second of which waits for the first
    /// (cl/common/two_passes.cl); or lane passes, where each work-item runs all passes of a part.
    bool one_launch = false;
    std::uint64_t parts = 0;  ///< of lane passes in one launch: in every pass the groups of a part are consecutive

    /// True if it needs an in-order queue and a device that starts work-groups in order.
    bool waits() const { return one_launch && parts == 0; }
};

/// Text in tensor notation, one line per step.
std::string to_string(const pass_step&);
std::string to_string(const step_plan&);

}  // namespace stockham::internal
