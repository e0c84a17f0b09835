// A pass before it has a shape: which digits it transforms, and over which lines.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/iodim.hpp"
#include "cl/index.h"
#include "plan/pass_side.hpp"
#include "plan/passes/digit_convolution.hpp"
#include "problem/problem.hpp"

namespace stockham::internal {

/// What a step along a dimension adds to the numbers that a pass derives from its place: the indices along the mapped
/// axes, and the place in the spectrum.
struct growth {
    std::uint32_t in_index = 0, out_index = 0;
    std::uint64_t spectrum = 0;
};

/// A step `d` of the tensor language, or a step `t`: with order > 1 its outputs are multiplied by twiddle factors by
/// w_order^(k phase), with in_order > 1 its inputs, likewise by w_in_order^(m in_phase). Where a convolution does it,
/// `points.n` is the convolution's length.
struct digit_transform {
    iodim points;
    std::uint64_t order = 1, in_order = 1;
    growth grows = {};
    std::optional<digit_convolution> convolution = {};
};

/// Independent lines; `phase[t]`, `in_phase[t]` are what a step along them adds to the phases of transform t. `kin` of
/// them after each other, from the first one on, are of one transform of the batch: they may share their rounding
/// errors and whatever is no number.
struct line_dim {
    iodim lines;
    std::uint64_t kin = 1;
    std::array<std::uint32_t, TILE_RANK> phase{}, in_phase{};
    growth grows = {};
};

/// Multiplication by a spectrum in the middle of a pass that goes there and back, or that transforms by a convolution.
struct problem_factor {
    std::optional<twiddle_table> filter;  ///< none: the user's buffer
    bool conjugated = false;
};

struct pass_problem {
    stockham::precision precision = stockham::precision::f32;
    double scale = 1;
    pass_side in, out;  ///< how a mapped axis grows along tile and loops is not known yet
    /// Of the whole pass that are in memory on each side; 0: all points.
    std::uint64_t in_elements = 0, out_elements = 0;
    std::uint64_t plan_bytes = 0;  ///< of all buffers that the plan's passes go through
    std::vector<digit_transform> transforms;
    std::vector<line_dim> lines;
    std::optional<problem_factor> factor;
    bool bit_reversed = false;  ///< the results of its transforms are wanted in bit-reversed order

    std::uint64_t points() const;
    std::uint64_t in_bytes() const;
    std::uint64_t out_bytes() const;
};

/// A mapped axis of n points, of which `extent` are in memory, `unit` elements apart; `rows`: see struct axis_map in
/// cl/index.h.
mapping map_of(std::uint64_t n, std::uint64_t extent, std::uint64_t unit, std::uint64_t rows, bool hermitian,
               std::optional<chirp>);

/// Bytes of an element in this form.
std::size_t bytes_of(const memory_form&, precision);

/// Whether the pass makes half a spectrum of real lines, or real lines of half a spectrum, so that two lines may be
/// transformed as one complex line (pass_choice::paired).
bool has_real_lines(const pass_problem&);

/// Drops lines of length 1, merges those that run on into each other, and sorts them by input stride.
void merge_lines(pass_problem&);

}  // namespace stockham::internal
