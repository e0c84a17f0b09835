// NVIDIA's compiler, through OpenCL on a connected device: compiles the library's programs and reports their resources.
#pragma once

#include <memory>

#include <stockham/opencl.hpp>

#include "compiler.hpp"

namespace bench {

/// The compute capability of an NVIDIA device as 10 * major + minor; 0 for other vendors' devices.
unsigned compute_capability(cl_device_id);

std::unique_ptr<kernel_compiler> make_nvidia_compiler(cl_device_id);

}  // namespace bench
