// The host interpreter: runs a plan's steps on the CPU in long double, with the kernels' own index formulas.
#pragma once

#include <complex>
#include <vector>

#include <stockham/device.hpp>

#include "model/interpreter_error.hpp"
#include "model/step.hpp"

namespace stockham::internal {

/// The buffers of an execution, as complex elements. Real numbers, also those of planar data, are stored two per
/// element: number k is the real (even k) or imaginary part of element k / 2. In place, steps only use `output`.
struct host_buffers {
    std::vector<std::complex<long double>> input, output, workspace;
    std::vector<std::complex<long double>> input_imaginary, output_imaginary;  ///< planar data
    std::vector<std::complex<long double>> spectrum;                           ///< convolutions
};

/// Runs all steps of a plan made for this device. Throws interpreter_error.
void interpret(const step_plan&, const device_description&, host_buffers&);

}  // namespace stockham::internal
