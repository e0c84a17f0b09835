// The one rule of how much of a device's memory the library uses.
#pragma once

#include <cstddef>

#include <stockham/device.hpp>

namespace stockham::internal {

/// Bytes of memory that buffers may take on such a device in all. `asked`: the user's limit; 0: STOCKHAM_MEMORY, or no
/// limit. In any case at most nine tenths of the device's memory: drivers and other programs need some. A CPU's memory
/// is the host's, less what its control group denies. The program has its data there as well, so the default is half
/// as much. Practically unlimited if the description leaves the memory open.
std::size_t memory_limit(const device_description&, std::size_t asked = 0);

/// Bytes that all sessions of the process may take together, beyond which a session with this limit gets no more: the
/// default limit, or with a limit of its own (`asked`) the most that the device allows.
std::size_t memory_ceiling(const device_description&, std::size_t asked);

}  // namespace stockham::internal
