// Sizes that decide how a job divides its data.
#pragma once

#include <cstddef>

#include "session/session_state.hpp"

namespace stockham::internal {

/// Chunks between host and device at the same time: one each is being read, uploaded or computed, downloaded, written.
constexpr std::size_t most_slots = transfer_blocks;
constexpr std::size_t link_chunk = transfer_block;
/// Units of a chunk start at multiples of this, which is enough for the sub-buffers of any device.
constexpr std::size_t unit_alignment = 4096;

}  // namespace stockham::internal
