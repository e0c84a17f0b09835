// A pass before it has a shape: the digits that it transforms and the lines along which it does so.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/iodim.hpp"
#include "cl/index.h"
#include "decompose/digit_convolution.hpp"
#include "model/pass_side.hpp"
#include "problem/problem.hpp"

namespace stockham::internal {

/// The strides of a dimension in the indices along mapped axes and in the spectrum.
struct growth {
    std::uint64_t in_index = 0, out_index = 0, spectrum = 0;
};

/// Growth of the phases of each transform of a pass along a dimension.
using phases = std::array<std::uint32_t, TILE_RANK>;

/// A step `d` or `t` of the tensor language. With order > 1, output k is multiplied by w_order^(k phase); with
/// in_order > 1, input m is multiplied by w_in_order^(m in_phase). With a convolution, `points.n` is its length, unless
/// the pass also transforms an earlier digit of the axis, or whole real lines: then the tile holds the digit's own
/// points, and those of the convolution are some of them.
struct digit_transform {
    iodim points;
    std::uint64_t order = 1, in_order = 1;
    growth grows = {};
    std::uint32_t real_period = 0;  ///< in `real_periods` of a mapped side (model/pass_side.hpp)
    std::optional<digit_convolution> convolution = {};
    bool precedes = false;  ///< the pass also transforms a later digit of the axis, and applies the factors before that
    phases phase{};         ///< of the earlier digits of its axis that the pass transforms, along this one

    /// True if the tile holds all points of a prime, not only those of its convolution.
    bool keeps_point_zero() const { return convolution && convolution->permuted() && points.n == convolution->points; }
};

/// Independent lines. A step along them adds `phase[t]` and `in_phase[t]` to the phases of transform t.
struct line_dim {
    iodim lines;
    phases phase{}, in_phase{};
    growth grows = {};
};

/// Multiplication by a spectrum between the forward and the inverse transform of a pass, or within a convolution.
struct problem_factor {
    std::optional<twiddle_table> filter;  ///< empty: the user's buffer
    bool conjugated = false;
};

struct pass_problem {
    stockham::precision precision = stockham::precision::f32;
    double scale = 1;
    pass_side in, out;  ///< the growth of a mapped axis along tile and loops is filled in later
    /// Elements in memory on each side, of the whole pass; 0: all points.
    std::uint64_t in_elements = 0, out_elements = 0;
    std::uint64_t plan_bytes = 0;  ///< of all buffers that the plan's passes use
    std::vector<digit_transform> transforms;
    std::vector<line_dim> lines;
    std::optional<problem_factor> factor;
    bool bit_reversed = false;   ///< its transforms leave their results in bit-reversed order
    bool powers_of_two = false;  ///< all axes of the plan have 2^k points, which are in memory

    std::uint64_t points() const;
    std::uint64_t in_bytes() const;
    std::uint64_t out_bytes() const;
};

/// A mapped axis of n points; memory holds `extent` of them, `unit` elements apart. `rows` is that of struct axis_map
/// in cl/common/axis_map.h.
mapping map_of(std::uint64_t n, std::uint64_t extent, std::uint64_t unit, std::uint64_t rows, bool hermitian,
               std::optional<chirp>);

/// Bytes of an element in this form.
std::size_t bytes_of(const memory_form&, precision);

/// True if the pass transforms real lines to half a spectrum or back, so that two of them may be transformed as one
/// complex line.
bool has_real_lines(const pass_problem&);

/// Drops dimensions of one line, merges dimensions that continue each other, and sorts them by input stride.
void merge_lines(pass_problem&);

}  // namespace stockham::internal
