// Sizes that decide how a job divides its data.
#pragma once

#include <algorithm>
#include <cstddef>

#include <stockham/device.hpp>

namespace stockham::internal {

/// Chunks between host and device at the same time: one each is being read, uploaded or computed, downloaded, written.
constexpr std::size_t most_slots = 4;
/// A link reaches its rate with pieces of this size (docs/performance.md).
constexpr std::size_t link_chunk = std::size_t{16} << 20;
/// Units of a chunk start at multiples of this, which is enough for the sub-buffers of any device.
constexpr std::size_t unit_alignment = 4096;

/// Bytes that a job may use on a device; `chosen`: the user's limit, or 0.
inline std::size_t job_memory_limit(const device_description& d, std::size_t chosen) {
    const std::size_t most = d.global_memory / 10 * 9;
    return chosen && most ? std::min(chosen, most) : chosen ? chosen : most;
}

}  // namespace stockham::internal
