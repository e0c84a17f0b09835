// Interprets what a device reports: its kind, vector width, cache per core, and rank among devices. Pure functions, so
// that tests can feed them the values of any runtime.
#pragma once

#include <string>
#include <vector>

#include <stockham/device.hpp>
#include <stockham/opencl.hpp>

namespace stockham::internal {

/// If several type bits are set, the CPU bit wins: Oclgrind sets all of them and runs on the host.
device_kind kind_of(cl_device_type type);

/// Width in bytes of the vectors that hold lanes on a CPU. `native_floats` is the native vector width that the device
/// reports. If that is at most 1, the result is 0 and work-items are the lanes: such compilers (llvmpipe's) vectorise
/// across work-items. Otherwise 4 to 16 lanes: any CPU has vectors of 4 floats, and OpenCL's types end at 16. PoCL 3.0
/// (`platform`, `driver`) gets at most 8, because its compiler aborts on 16.
unsigned vector_bytes_of(unsigned native_floats, const std::string& platform, const std::string& driver);

/// Estimated cache of one CPU core in bytes. This is the reported global-memory cache if its size is plausible for a
/// second-level cache; a larger one is shared between cores. Otherwise it is the smallest size that CPUs have. The
/// result is at least the local memory, which PoCL sets to the second-level cache.
std::size_t core_cache_of(std::size_t reported, std::size_t local_memory);

/// Cores that hold work-groups, of a device that reports `engines` execution units in all and `per_core` in each core.
/// If the numbers contradict each other, every reported unit counts as a core.
unsigned cores_of(unsigned engines, unsigned per_core);

/// Host memory that begins at a multiple of this can be the memory of a buffer on a device that shares it. A CPU needs
/// no more than its largest element does (Python's arrays begin at multiples of 16); GPUs need lines of their cache.
std::size_t host_alignment(device_kind);

/// The order of devices(), as indices into these descriptions: usable devices first, GPUs before CPUs before others,
/// then by compute units times clock. A clock of 0 (Intel's CPU runtime) counts as the fastest clock among devices of
/// its kind. Equal devices keep their order.
std::vector<std::size_t> ranked(const std::vector<device_description>&);

/// Why plans cannot be made for a device; empty if they can.
std::string objection_to(const device_description&);

}  // namespace stockham::internal
