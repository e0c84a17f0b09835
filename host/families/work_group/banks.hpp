// Bank conflicts in the local-memory exchanges of a pass.
#pragma once

#include <cstdint>
#include <optional>

#include "model/step.hpp"
#include "profile/profile.hpp"

namespace stockham::internal {

/// The mean number of turns of an access to local memory, over all reads and writes of a work-group between stages; 1
/// means no bank conflicts. Packing and unpacking of half spectra themselves are not counted.
/// By default there are 32 banks that each serve one four-byte word per turn, and as many of 32 work-items access
/// memory at once as request 128 bytes (CUDA C++ Programming Guide, compute capability 5 and later). Empty if nothing
/// is exchanged, or in an order that the model does not cover: Rader's permutation, word groups, lanes.
std::optional<double> turns_of_banks(const pass_step&, const local_banks&);

/// The turns of only the first accesses of each exchange, to compare layouts.
std::uint64_t first_turns_of_banks(const pass_step&, const local_banks&);

}  // namespace stockham::internal
