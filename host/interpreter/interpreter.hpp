// The host interpreter: runs a plan's steps on the CPU in long double, with the kernels' own index formulas.
#pragma once

#include <complex>
#include <stdexcept>
#include <vector>

#include <stockham/device.hpp>

#include "plan/step.hpp"

namespace stockham::internal {

/// The buffers of an execution, as complex elements. Real numbers, also those of planar data, are stored two per
/// element: number k is the real (even k) or imaginary part of element k / 2. In place, steps only use `output`.
struct host_buffers {
    std::vector<std::complex<long double>> input, output, workspace;
    std::vector<std::complex<long double>> input_imaginary, output_imaginary;  ///< planar data
    std::vector<std::complex<long double>> spectrum;                           ///< convolutions
};

/// An invalid step. It accesses an element outside its buffer, a table or local memory; writes an element twice;
/// writes another number of elements than it reads; reads other elements than the step before has written; or, in
/// place, writes an element that another tile reads.
class interpreter_error : public std::logic_error {
  public:
    using std::logic_error::logic_error;
};

/// Runs all steps of a plan made for this device. Throws interpreter_error.
void interpret(const step_plan&, const device_description&, host_buffers&);

}  // namespace stockham::internal
