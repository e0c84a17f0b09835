// Binaries of OpenCL programs.
#pragma once

#include <string>

#include "runtime/opencl/opencl.hpp"

namespace stockham::internal {

/// The program's binary for this device; empty if the runtime has none.
std::string binary_of(cl_program, cl_device_id);

/// Null if the runtime rejects the binary or if it lacks the kernel.
program_object program_of(cl_context, cl_device_id, const std::string& binary, const std::string& kernel);

/// PoCL assembles binaries from files that other processes may be writing, and aborts on one with an empty program.
bool holds_bitcode(const std::string& binary);

}  // namespace stockham::internal
