// Banks of local memory: how many turns the accesses of a pass's exchanges take.
#pragma once

#include <cstdint>
#include <optional>

#include "plan/step.hpp"

namespace stockham::internal {

/// How many turns an access to local memory takes in the mean, over all that the work-items of a group write and read
/// between their stages, less what packs and unpacks half spectra: 1 without bank conflicts. For 32 banks of four bytes
/// that each give one word a turn to wavefronts of 32, of which as many work-items come at once as ask for 128 bytes
/// (CUDA C++ Programming Guide, compute capability 5 and later). None where nothing is exchanged, or in an order that
/// this does not know: by tables (Rader's), by word groups, by lanes.
std::optional<double> turns_of_banks(const pass_step&);

/// The turns of the first accesses of each exchange alone, to compare layouts by.
std::uint64_t first_turns_of_banks(const pass_step&);

}  // namespace stockham::internal
