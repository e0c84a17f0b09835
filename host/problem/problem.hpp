// The problem that the planner solves: a transform tensor and a loop tensor, checked and in canonical form.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <stockham/transform.hpp>

#include "base/iodim.hpp"
#include "base/tables/twiddle_table.hpp"
#include "problem/form.hpp"
#include "problem/policy.hpp"

namespace stockham::internal {

/// Properties of an axis besides its length and strides. Memory may hold fewer points than are transformed: inputs from
/// `in_points` on are zero, outputs from `out_points` on are not wanted.
struct axis_role {
    std::uint64_t n = 1;  ///< length of the Fourier transform to compute
    std::uint64_t in_points = 1;
    std::uint64_t out_points = 1;
    bool hermitian_in = false;  ///< Hermitian; memory holds points 0 .. n / 2
    bool hermitian_out = false;
    /// Folded: memory holds point p of the transform at 2 p if p is in the first half (2 p < n), else at 2 n - 1 - 2 p.
    bool folded_in = false;
    bool folded_out = false;
    std::optional<chirp> in_chirp;
    std::optional<chirp> out_chirp;
    /// The `length` complex points are pairs of neighbouring real numbers. Points 0 .. length of the real transform are
    /// unpacked from the complex one (r2c), or packed into it (c2r).
    bool packed = false;
    /// Bluestein's algorithm: the axis is transformed, multiplied by this filter, and transformed back.
    std::optional<twiddle_table> filter;

    bool is_convolved() const { return filter.has_value(); }
    bool is_plain(std::uint64_t length) const {
        return in_points == length && out_points == length && !hermitian_in && !hermitian_out && !folded_in &&
               !folded_out && !packed && !in_chirp && !out_chirp && !filter;
    }
};

/// The place in memory of point p of a folded axis of n points, and the point at a place.
constexpr std::uint64_t folded_place(std::uint64_t n, std::uint64_t p) {
    return 2 * p < n ? 2 * p : 2 * n - 1 - 2 * p;
}
constexpr std::uint64_t folded_point(std::uint64_t n, std::uint64_t place) {
    return place % 2 == 0 ? place / 2 : n - (place + 1) / 2;
}

/// Circular convolution (or correlation) with a given spectrum: all axes are transformed, multiplied, and transformed
/// back.
struct convolved {
    bool conjugated = false;                 ///< correlation
    std::vector<std::uint64_t> axis_stride;  ///< of the spectrum, in complex elements
    std::vector<std::uint64_t> loop_stride;  ///< the same along each loop of the problem; 0: shared by all indices
};

/// `axes` is the transform tensor, slowest first (n: transformed points); `loops` is the loop tensor. Strides and
/// offsets count elements of their side, complex or real.
struct problem {
    std::vector<iodim> axes;
    std::vector<axis_role> roles;  ///< one per axis
    std::vector<iodim> loops;      ///< slowest first; empty: a single transform
    std::uint64_t in_offset = 0;
    std::uint64_t out_offset = 0;
    memory_form in_form, out_form;
    stockham::precision precision = stockham::precision::f32;  ///< of the arithmetic: f32 or f64
    bool inverse = false;
    bool in_place = false;
    bool real_between = false;  ///< the numbers between the axes are real, too (dct, dst)
    double scale = 1;
    std::string algorithm = "automatic";
    planning_policy policy;  ///< of the algorithm
    std::optional<convolved> convolution;

    std::uint64_t transforms() const;  ///< the product of the loops' sizes
    std::uint64_t points() const;      ///< transformed points of all transforms
    bool is_special() const;           ///< has a convolution or a callback, which no struct transform describes
    bool is_plain() const;             ///< a complex transform of interleaved data whose axes are all plain
};

/// The same problem with its real lines as complex lines of half the length, if their length is even and at least 4
/// and the layout allows it: neighbours are adjacent, and the offset and all other strides are even.
std::optional<problem> halved(const problem&);

/// The same problem with every axis that has no chain of radices lengthened to one that has, by Bluestein's algorithm
/// over all its passes. Empty if every axis has a chain.
std::optional<problem> lengthened(const problem&);

/// The same, but for the axis of real lines alone. Empty if it has a chain or if no other axis lacks one.
std::optional<problem> with_lengthened_real_lines(const problem&);

/// The same problem with other lengths for the axes that Bluestein's algorithm transforms; `lengths` has one per axis.
/// Empty if one of them is too short or has no chain, or if another axis would change.
std::optional<problem> relengthened(const problem&, const std::vector<std::uint64_t>& lengths);

/// Checks the transform (see check()) and fills in its defaults.
problem make_problem(const transform&);

}  // namespace stockham::internal
