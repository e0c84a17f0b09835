// NVIDIA's compiler, told how many work-groups a multiprocessor is to hold.
#pragma once

#include <cstdint>
#include <string>

#include "launch/launch.hpp"
#include "runtime/opencl.hpp"

namespace stockham::internal {

/// The same program, compiled to leave registers for `launch.min_groups` work-groups on a compute unit, or for as many
/// fewer as it takes not to spill; or nothing where that is not wanted, not needed (the program's build log says what a
/// work-item takes, if it was built by says_registers), or not possible (other vendors' compilers, a driver that will
/// not).
///
/// OpenCL C has no word for it. NVIDIA's program binary is PTX text, which has: `.minnctapersm`. It is put before
/// `.reqntid`, and the text goes back to the driver, with these build options.
program_object with_registers_for(cl_context, cl_device_id, cl_program, const launch&, const char* options = "");

/// The build option with which NVIDIA's compiler says what its kernels take.
constexpr const char* says_registers = " -cl-nv-verbose";

/// The most registers that a kernel's work-items take by such a build log; 0 where it says nothing, as of a program
/// that the driver had in its cache.
unsigned registers_said(const std::string& build_log);

/// Work-groups of so many work-items, with so many registers each, that a compute unit with `registers` has room for:
/// whole warps have them, in multiples of eight for each work-item.
std::uint64_t groups_by_registers(std::uint64_t registers, unsigned each, std::uint64_t work_items);

}  // namespace stockham::internal
