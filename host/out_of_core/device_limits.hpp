// How much of a trip fits into the memory of devices.
#pragma once

#include <cstddef>
#include <vector>

#include <stockham/device.hpp>
#include <stockham/out_of_core.hpp>

#include "out_of_core/plan_trips.hpp"

namespace stockham::internal {

/// The limits of units that each of the devices can compute. Refers to the arguments.
trip_limits limits_of(const std::vector<device_description>&, const out_of_core_options&);

/// The memory of a trip's chunks on a device, and pinned on the host, as a job makes them.
struct chunk_memory {
    std::size_t device = 0, pinned = 0;
};
chunk_memory memory_of(const trip&, const device_description&, const out_of_core_options&);

/// A trip in blocks that fit into the host's memory. Throws unsupported_error (rule "memory") if none does.
blocked_trip blocks_within(const trip&, const std::vector<device_description>&, const out_of_core_options&);

/// Bytes of host memory for the blocks of a trip and for pinned memory.
std::size_t host_memory_of(const blocked_trip&, const std::vector<device_description>&, const out_of_core_options&);

}  // namespace stockham::internal
