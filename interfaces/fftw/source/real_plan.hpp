// FFTW's own plan of a problem, through the guru64 interface, to which all the others reduce.
#pragma once

#include "problem.hpp"

namespace fftw_device {

/// Makes FFTW's plan. Null without FFTW or if it refuses.
void* make_real_plan(const problem&, const arrays&, unsigned flags);
/// Executes it on these arrays.
void execute_real_plan(const problem&, void* plan, const arrays&);
void destroy_real_plan(const problem&, void* plan);

/// True if FFTW is installed in the precision.
bool has_real(bool f64) noexcept;

}  // namespace fftw_device
