// Divides a transform into trips whose units fit into the memory of devices.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <stockham/transform.hpp>

#include "out_of_core/trip.hpp"

namespace stockham::internal {

/// Where a trip reads and writes.
enum class trip_array { input, output, scratch };

/// What limits the units.
struct trip_limits {
    /// Size of the larger side of a unit, unless the transforms in it are larger; and for the sake of longer rows.
    std::size_t wanted_bytes = 0, most_bytes = 0;
    /// Why no device can compute this unit; empty: one can.
    std::function<std::string(const transform&)> shortage;
};

struct planned_trip {
    trip geometry;
    trip_array from = trip_array::input, to = trip_array::output;
};

struct trip_plan {
    std::vector<planned_trip> trips;
    std::size_t scratch_bytes = 0;  ///< of an array between trips; 0: none is needed
};

/// Trips that never overwrite what a unit of the same trip still has to read (`in_place` false: between files, with an
/// array between trips), or that stay within the output where possible (`in_place` true: arrays in host memory).
///
/// An axis that is too long for a unit takes two trips, with twiddle factors between them, and a transposition: rows
/// and columns of a matrix if there is an array between the trips (Bailey 1990, "FFTs in external or hierarchical
/// memory"). In place, the index has three digits, and the outer two change places. Lines of real numbers and their
/// spectra take two trips with an array between them; they must be the only axis.
///
/// Throws unsupported_error: rule "out of core" for layouts whose dimensions are not nested alike on both sides,
/// pruned transforms and published algorithms; rule "memory" if a unit cannot be small enough.
trip_plan plan_trips(const transform&, bool in_place, const trip_limits&);

}  // namespace stockham::internal
