// The problem a planner solves: a transform tensor and a loop tensor, canonical and checked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <stockham/transform.hpp>

#include "base/iodim.hpp"
#include "base/tables/twiddle_table.hpp"
#include "problem/form.hpp"

namespace stockham::internal {

/// What an axis is beside its length and strides. `length` points are transformed; on either side, fewer may be in
/// memory: those from `in_points` on are zero, those from `out_points` on are not wanted.
struct axis_role {
    std::uint64_t n = 1;  ///< length of the Fourier transform that is meant
    std::uint64_t in_points = 1;
    std::uint64_t out_points = 1;
    bool hermitian_in = false;  ///< Hermitian with points 0 .. n / 2 in memory
    bool hermitian_out = false;
    std::optional<chirp> in_chirp;
    std::optional<chirp> out_chirp;
    /// `length` complex points are as many pairs of real numbers: points 0 .. length of their transform are unpacked
    /// from the complex one (r2c), or packed into it (c2r).
    bool packed = false;
    /// Bluestein's algorithm: the axis is transformed, multiplied by this, and transformed back.
    std::optional<twiddle_table> filter;

    bool is_convolved() const { return filter.has_value(); }
    bool is_plain(std::uint64_t length) const {
        return in_points == length && out_points == length && !hermitian_in && !hermitian_out && !packed && !in_chirp &&
               !out_chirp && !filter;
    }
};

/// Circular convolution (or correlation) with data whose spectrum is given: all axes are transformed, multiplied, and
/// transformed back.
struct convolved {
    bool conjugated = false;                 ///< correlation
    std::vector<std::uint64_t> axis_stride;  ///< of the spectrum, in complex elements
    std::vector<std::uint64_t> loop_stride;  ///< .. along each loop of the problem; 0: one for all
};

/// `axes` is the transform tensor, slowest first (n: points that are transformed); `loops` the loop tensor. Strides and
/// offsets count elements of their side: complex numbers, or real ones.
struct problem {
    std::vector<iodim> axes;
    std::vector<axis_role> roles;  ///< one an axis
    std::vector<iodim> loops;      ///< slowest first; none: a single transform
    std::uint64_t in_offset = 0;
    std::uint64_t out_offset = 0;
    memory_form in_form, out_form;
    stockham::precision precision = stockham::precision::f32;  ///< of the arithmetic: f32 or f64
    bool inverse = false;
    bool in_place = false;
    bool real_between = false;  ///< between the axes, too, the numbers are real (dct, dst)
    bool bit_reversed = false;  ///< along each axis, point k of the output is X[the bits of k reversed]
    double scale = 1;
    std::string algorithm = "automatic";
    std::optional<convolved> convolution;

    std::uint64_t transforms() const;  ///< how many there are: one for each index of each loop
    std::uint64_t points() const;      ///< of all of them, as transformed
    bool is_special() const;           ///< no transform's description says all of it: a convolution, a callback
    bool is_plain() const;             ///< a complex transform of interleaved data, every axis by its own length
};

/// The same problem with the real lines of an even length from 4 on as complex lines of half the length, where their
/// layout allows that: real neighbours side by side, all else at even places.
std::optional<problem> halved(const problem&);

/// The same problem with every axis that has no chain of radices lengthened to one that has (Bluestein's algorithm
/// over all its passes); nothing where each has one.
std::optional<problem> lengthened(const problem&);

/// Checks the transform (see check()) and fills in what it leaves to its defaults.
problem make_problem(const transform&);

}  // namespace stockham::internal
