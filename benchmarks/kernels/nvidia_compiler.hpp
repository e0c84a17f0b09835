// NVIDIA's own compiler, through OpenCL on a connected device: the programs that the library runs, and what they take.
#pragma once

#include <memory>

#include <stockham/opencl.hpp>

#include "compiler.hpp"

namespace bench {

/// The compute capability of an NVIDIA device, ten times its major number and its minor one; 0 for another vendor's.
unsigned compute_capability(cl_device_id);

std::unique_ptr<kernel_compiler> make_nvidia_compiler(cl_device_id);

}  // namespace bench
