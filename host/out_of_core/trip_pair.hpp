// The ways to transform an axis that is too long for a unit in two trips.
#pragma once

#include <cstddef>
#include <vector>

#include "out_of_core/array_sides.hpp"
#include "out_of_core/build_trip.hpp"

namespace stockham::internal {

struct trip_pair {
    undivided_trip one, two;
    bool between_arrays = true;     ///< an array of its own lies between the trips
    std::size_t between_bytes = 0;  ///< of that array; 0: as large as the output, or the input of c2r
};

/// An axis to split, and other axes, which the two trips transform as a whole.
struct shared_trips {
    std::size_t axis = 0;
    std::vector<std::size_t> one, two;
};

/// The most promising ways to split an axis, whose first trip reads, and whose second one writes, an array with the
/// layout of the input (true) or the output. `in_place`: prefers ways that need one array only. `most_bytes`: of a
/// unit. None: the length is prime.
std::vector<trip_pair> pairs_of(const array_sides&, const shared_trips&, bool from, bool to, bool in_place,
                                std::size_t most_bytes);

}  // namespace stockham::internal
