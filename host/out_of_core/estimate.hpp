// The trips between storages, and what trips take.
#pragma once

#include <string>
#include <vector>

#include <stockham/out_of_core.hpp>

#include "out_of_core/device_limits.hpp"
#include "out_of_core/plan_trips.hpp"

namespace stockham::internal {

/// Threads that read a storage, and that write one: disks need several requests at a time.
constexpr unsigned storage_threads = 12;

struct storage_trip {
    blocked_trip geometry;
    trip_array from = trip_array::input, to = trip_array::output;
};

struct storage_plan {
    std::vector<storage_trip> trips;
    std::size_t scratch_bytes = 0;
};

/// Throw as the constructor of out_of_core.
storage_plan plan_storage(const transform&, const std::vector<device_description>&, const out_of_core_options&);
void check_options(const out_of_core_options&);

/// Bytes of all elements that a trip moves on one side.
std::uint64_t bytes_of(const trip_side&, const trip&);

out_of_core_estimate estimate_of(const trip_plan&, const std::vector<device_description>&, const out_of_core_options&);
out_of_core_estimate estimate_of(const storage_plan&, const std::vector<device_description>&,
                                 const out_of_core_options&);

/// True if there is one trip, whose blocks lie one after the other on both sides.
bool is_sequential(const storage_plan&);

/// A text that is equal for equal divisions.
std::string division_of(const storage_plan&);

}  // namespace stockham::internal
