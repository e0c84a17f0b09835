// What a device's answers come to: which kind it is, how wide its lanes are, how much cache a core has, and which of
// several devices is the default. Pure functions of the answers, so that they can be fed with any runtime's.
#pragma once

#include <string>
#include <vector>

#include <stockham/device.hpp>
#include <stockham/opencl.hpp>

namespace stockham::internal {

/// Of several type bits the CPU's counts: what says that it is everything (Oclgrind) runs on the host.
device_kind kind_of(cl_device_type type);

/// The width in bytes of the vectors that carry lanes on a CPU, by the native vector width that it reports in floats.
/// 0, so that work-items are the lanes, where it has none: such compilers (llvmpipe's) make vectors of neighbouring
/// work-items. Else at least 4 lanes, which any CPU's vectors hold, and at most the 16 that OpenCL's types have.
/// `driver` and `platform` name compilers that abort on 16 lanes: those of PoCL 3.0 get 8.
unsigned vector_bytes_of(unsigned native_floats, const std::string& platform, const std::string& driver);

/// The cache that a core of a CPU has to itself, as far as it is known: what the runtime reports as the cache of global
/// memory, unless that is too little for a second-level cache or too much for one core's, which is what cores share.
/// Then what stands in for it is the local memory, which is the second-level cache under PoCL, or the least that
/// CPUs have where that is even less.
std::size_t core_cache_of(std::size_t reported, std::size_t local_memory);

/// The order of devices(), as indices into these descriptions: those that can be used first, GPUs before CPUs before
/// others, then by compute units times clock. A clock of 0 (Intel's CPU runtime) is taken for the fastest one of the
/// devices of its kind; those that are alike keep their order.
std::vector<std::size_t> ranked(const std::vector<device_description>&);

/// Why plans cannot be made for a device, or nothing.
std::string objection_to(const device_description&);

}  // namespace stockham::internal
