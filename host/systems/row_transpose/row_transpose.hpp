// Row FFT, transpose, row FFT, transpose ("2D Complex to Complex FFT for AMD GPUs", AMD 2011) as a plan. More axes have
// one row FFT and one transpose each, as Kang, Glaeser et al. (2019, section 5.3) permute three-dimensional arrays.
#pragma once

#include "plan/published_system.hpp"

namespace stockham::internal {

/// Plans a problem of at least two axes, with rows of radix 2, 4 and 8, where 64 points are 8 x 8 through local memory.
/// It competes with other plans of a matrix, and searches try it.
published_system row_transpose_system();

}  // namespace stockham::internal
