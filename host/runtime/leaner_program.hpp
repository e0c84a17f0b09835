// NVIDIA's compiler, told how many work-groups a multiprocessor is to hold.
#pragma once

#include <cstdint>
#include <string>

#include <stockham/device.hpp>

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

/// Whether the program of this binary is best built of its source at a second start. NVIDIA's driver keeps machine code
/// by what it was made of. A binary of a program that was built of its source is PTX, which the driver would assemble
/// once more; PTX with a word of ours is what it was given and knows. `kept`: the driver keeps anything.
bool is_found_by_source(const device_description&, const std::string& binary, bool kept);

/// Whether NVIDIA's driver keeps machine code on this machine, by the environment's CUDA_CACHE_DISABLE, CUDA_CACHE_PATH
/// and HOME, each null where it is not set: the folder is there.
bool nvidia_keeps_programs(const char* disable, const char* path, const char* home);

}  // namespace stockham::internal
