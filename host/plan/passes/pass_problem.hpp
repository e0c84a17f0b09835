// A pass before it has a shape: which digits it transforms, and over which lines.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/iodim.hpp"
#include "base/tables/twiddle_table.hpp"
#include "cl/index.h"
#include "launch/buffer.hpp"
#include "plan/passes/digit_convolution.hpp"
#include "problem/form.hpp"
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

/// How one side's mapped axis lies in memory: see struct axis_map in cl/index.h.
struct side_map {
    std::uint64_t n = 0, extent = 0, unit = 0;
    std::uint32_t rows = 1;
    bool hermitian = false;
    std::optional<chirp> chirped;
};

struct problem_side {
    buffer where = buffer::input;
    std::uint64_t offset = 0;
    memory_form form;
    bool swapped = false;  ///< the data are an inverse transform's: real and imaginary parts change places
    bool inverse = false;  ///< the chain is the inverse one of a convolution here
    bool packed = false;   ///< the spectrum of real lines, unpacked
    std::optional<side_map> mapped;
    std::uint64_t elements = 0;  ///< of the whole pass that are in memory on this side; 0: all points
    bool shared = false;         ///< windows of the user's input overlap: its elements are read several times
};

/// Multiplication by a spectrum in the middle of a pass that goes there and back, or that transforms by a convolution.
struct problem_factor {
    std::optional<twiddle_table> filter;  ///< none: the user's buffer
    bool conjugated = false;
};

struct pass_problem {
    stockham::precision precision = stockham::precision::f32;
    double scale = 1;
    problem_side in, out;
    std::vector<digit_transform> transforms;
    std::vector<line_dim> lines;
    std::optional<problem_factor> factor;
    bool bit_reversed = false;  ///< the results of its transforms are wanted in bit-reversed order

    std::uint64_t points() const;
    std::uint64_t in_bytes() const;
    std::uint64_t out_bytes() const;
};

/// Bytes of an element in this form.
std::size_t bytes_of(const memory_form&, precision);

/// Whether the pass makes half a spectrum of real lines, or real lines of half a spectrum, so that two lines may be
/// transformed as one complex line (pass_choice::paired).
bool has_real_lines(const pass_problem&);

/// Drops lines of length 1, merges those that run on into each other, and sorts them by input stride.
void merge_lines(pass_problem&);

}  // namespace stockham::internal
