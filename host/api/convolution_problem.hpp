// What a convolution's description comes to: the sides of its signals and results, and the planner's problem.
#pragma once

#include <stockham/convolution.hpp>

#include "problem/problem.hpp"

namespace stockham::internal {

/// A transform with the convolution's sides and a loop over its kernels: real ones, too, are alike on input and output.
/// Throws what convolution's constructor throws for the description.
transform convolution_sides(const convolution_description&);

/// The problem between these sides, of lengths without prime factors above 13.
problem convolution_problem(const convolution_description&, const transform& sides);

/// See convolution::spectrum_transform().
transform convolution_spectrum(const convolution_description&);

}  // namespace stockham::internal
