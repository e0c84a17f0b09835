// The role of each axis: a transform of its own length, a longer one with chirps, or one of half the length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "problem/problem.hpp"

namespace stockham::internal {

/// The length that is transformed along an axis of a (checked) transform, and the axis's role. A plain axis keeps its
/// own length, whatever its prime factors. So does an axis between real numbers and half a spectrum if a pass can have
/// its prime factor as a radix (permuted_factor()).
std::pair<std::uint64_t, axis_role> role_of(const transform&, std::size_t axis);

/// The least number of points that the filter of Bluestein's algorithm needs along this axis: for the points in memory;
/// and for all points of the spectrum of real lines, so that two of them can be paired.
std::uint64_t least_filter_points(const axis_role&);
std::uint64_t whole_filter_points(const axis_role&);

/// Sets the number of points of the filter, which must be enough, and for how many results they are enough.
void set_filter_length(axis_role&, std::uint64_t length);

/// Turns the axis into a convolution over all its passes (Bluestein 1970): w_n^(j k) = c_j c_k conj(c_(k - j)) with
/// c_j = w_(2 n)^(j^2) is a convolution between two chirps. Returns the length that is transformed.
std::uint64_t make_bluestein_axis(axis_role&, precision);

}  // namespace stockham::internal
