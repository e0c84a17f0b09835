// NVIDIA's compiler, told how many work-groups a multiprocessor is to hold.
#pragma once

#include "launch/launch.hpp"
#include "runtime/opencl.hpp"

namespace stockham::internal {

/// The same program, compiled to leave registers for `launch.min_groups` work-groups on a compute unit, or for as many
/// fewer as it takes not to spill; or nothing where that is not wanted, not needed, or not possible (other vendors'
/// compilers, a driver that will not).
///
/// OpenCL C has no word for it. NVIDIA's program binary is PTX text, which has: `.minnctapersm`. It is put before
/// `.reqntid`, and the text goes back to the driver, with these build options.
program_object with_registers_for(cl_context, cl_device_id, cl_program, const launch&, const char* options = "");

}  // namespace stockham::internal
