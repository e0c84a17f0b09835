// Recompiles NVIDIA programs with a register limit, so that a multiprocessor holds more work-groups.
#pragma once

#include <cstdint>
#include <string>

#include <stockham/device.hpp>

#include "launch/launch.hpp"
#include "runtime/opencl/opencl.hpp"

namespace stockham::internal {

/// The same program, compiled so that `launch.min_groups` work-groups fit into a compute unit's registers, or fewer if
/// it would spill otherwise. Null if not wanted, not possible (another vendor, or the driver refuses), or not needed:
/// the build log gives the registers per work-item if the program was built with verbose_option.
///
/// OpenCL C cannot express this limit, but PTX can: NVIDIA's program binary is PTX text. `.minnctapersm` is inserted
/// before `.reqntid`, and the text is built again with `options`.
program_object with_registers_for(cl_context, cl_device_id, cl_program, const launch&, const char* options = "");

/// Makes NVIDIA's compiler write the registers of each kernel to the build log.
constexpr const char* verbose_option = " -cl-nv-verbose";

/// The largest number of registers per work-item in such a build log; 0 if it has none, for example if the driver had
/// cached the program.
unsigned registers_in_log(const std::string& build_log);

/// The number of work-groups that fit into `registers` of a compute unit, with `each` registers per work-item.
/// Registers are allocated to whole warps, in multiples of eight per work-item.
std::uint64_t groups_by_registers(std::uint64_t registers, unsigned each, std::uint64_t work_items);

/// True if the next process should build this program from its source rather than from this binary. NVIDIA's driver
/// caches machine code by the input of the build. A program built from source yields PTX, which the driver would
/// assemble again; PTX with our directive was itself the input. `kept`: the driver's cache is on.
bool is_found_by_source(const device_description&, const std::string& binary, bool kept);

/// True if NVIDIA's driver caches machine code on this machine: its cache is not disabled and the folder exists. The
/// arguments are the values of CUDA_CACHE_DISABLE, CUDA_CACHE_PATH and HOME, null if not set.
bool nvidia_keeps_programs(const char* disable, const char* path, const char* home);

}  // namespace stockham::internal
