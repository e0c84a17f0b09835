// The host interpreter: runs a plan's steps on the CPU in long double, by the kernels' own index formulas.
#pragma once

#include <complex>
#include <stdexcept>
#include <vector>

#include <stockham/device.hpp>

#include "plan/step.hpp"

namespace stockham::internal {

/// The buffers of an execution, in complex elements, of which real numbers (also those of planar data) fill one part
/// each: number k is the real (even k) or imaginary part of element k / 2. In place, steps use `output` alone.
struct host_buffers {
    std::vector<std::complex<long double>> input, output, workspace;
    std::vector<std::complex<long double>> input_imaginary, output_imaginary;  ///< planar data
    std::vector<std::complex<long double>> spectrum;                           ///< convolutions
};

/// A step that is not what a step must be: it reads or writes outside its buffer, writes an element twice or another
/// number of elements than it reads, reads other elements than the step before has written, in place writes what
/// another tile reads, or looks outside a table or its local memory.
class interpreter_error : public std::logic_error {
  public:
    using std::logic_error::logic_error;
};

/// Runs all steps of a plan made for this device. Throws interpreter_error.
void interpret(const step_plan&, const device_description&, host_buffers&);

}  // namespace stockham::internal
