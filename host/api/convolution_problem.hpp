// Translation of a convolution_description to transforms and to the planner's problem.
#pragma once

#include <stockham/convolution.hpp>

#include "problem/problem.hpp"

namespace stockham::internal {

/// A transform with the sides of the convolution and a loop over its kernels. Real signals become a kind with two real
/// sides. Throws as the constructor of convolution for the description.
transform convolution_sides(const convolution_description&);

/// The problem between these sides. All lengths must have no prime factor above 13.
problem convolution_problem(const convolution_description&, const transform& sides);

/// See convolution::spectrum_transform().
transform convolution_spectrum(const convolution_description&);

}  // namespace stockham::internal
