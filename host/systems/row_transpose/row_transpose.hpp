// Row FFT, transpose, row FFT, transpose ("2D Complex to Complex FFT for AMD GPUs", AMD 2011) as a plan. More axes have
// one row FFT and one transpose each, as Kang, Glaeser et al. (2019, section 5.3) permute three-dimensional arrays.
#pragma once

#include "plan/branch_and_bound.hpp"
#include "problem/problem.hpp"

namespace stockham::internal {

constexpr char row_transpose_name[] = "row_transpose";

/// The cheapest such plan of a problem of at least two axes, with rows of radix 2, 4 and 8, where 64 points are 8 x 8
/// through local memory. Infinite cost if there is none.
candidate cheapest_row_transpose(const problem&, const device_description&);

/// Why these decisions do not follow the system; empty if they do.
std::string objection_to_row_transpose(const plan_decisions&);

/// The plan that these decisions describe; infinite cost if the device cannot hold it.
candidate row_transpose_by(const problem&, const device_description&, const plan_decisions&);

}  // namespace stockham::internal
