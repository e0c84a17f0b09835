// What a rank of an MPI program has of its host: devices and processors.
#pragma once

#include <vector>

#include <stockham/opencl.hpp>

namespace stockham::boxes_internal {

/// The devices of this rank: that of STOCKHAM_DEVICE if it is set; else the GPUs of the host, or its other devices if
/// it has none, divided among the ranks of the host. The launchers of Open MPI, MPICH, MVAPICH and Slurm number these.
/// Throws as choose_device().
std::vector<cl_device_id> choose_devices();

/// The devices of this process, chosen at the first call. Thread-safe.
const std::vector<cl_device_id>& devices();

/// Threads that copy in host memory for this rank: the ranks of a host share its processors.
unsigned copy_threads();

}  // namespace stockham::boxes_internal
