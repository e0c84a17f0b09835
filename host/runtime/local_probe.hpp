// How much local memory a kernel's own arrays may really have.
#pragma once

#include <cstddef>

#include <stockham/opencl.hpp>

namespace stockham::internal {

/// A guess by the device's generation (NVIDIA's compute capability; the opt-in limits of the CUDA C++ Programming
/// Guide's technical specifications, less 1 KB on 9.0 and later, where 226 KB were seen to work); 0: no guess.
std::size_t guess_static_local(cl_device_id);

/// Runs a kernel that fills and reads back a static local array of so many bytes, two work-groups a compute unit, every
/// byte checked. True if it compiled, ran and was right: nothing is trusted beyond that.
bool static_local_works(cl_context, cl_device_id, std::size_t bytes);

}  // namespace stockham::internal
