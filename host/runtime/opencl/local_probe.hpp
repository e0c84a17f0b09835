// How much static local memory a kernel can really declare.
#pragma once

#include <cstddef>

#include <stockham/opencl.hpp>

namespace stockham::internal {

/// A guess in bytes from NVIDIA's compute capability; 0 if there is none. Source: the opt-in limits in the technical
/// specifications of the CUDA C++ Programming Guide, less 1 KB on 9.0 and later, where 226 KB were seen to work.
std::size_t guess_static_local(cl_device_id);

/// Runs a kernel that fills a static local array of `bytes` bytes and reads it back, with two work-groups per compute
/// unit. True if it compiles, runs, and every byte is correct.
bool static_local_works(cl_context, cl_device_id, std::size_t bytes);

}  // namespace stockham::internal
