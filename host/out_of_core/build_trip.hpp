// One trip: which elements make up a unit, and the transform of a unit.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <stockham/transform.hpp>

#include "out_of_core/dimensions.hpp"
#include "out_of_core/plan_trips.hpp"
#include "out_of_core/trip.hpp"

namespace stockham::internal {

/// A dimension of the arrays of a trip. Digits are slowest first; their product is the dimension.
struct trip_dimension {
    enum class role {
        axis,   ///< transformed
        whole,  ///< not transformed, but units have all of it
        free    ///< units have any part of it; has one digit on each side
    };
    role is = role::free;
    std::vector<strided> read, write;
    std::size_t axis = no_axis;  ///< role::axis: units transform axes in this order
    std::size_t points = 0;      ///< role::axis: length of the transform; of the real side if a side is real
    bool is_twiddle_k = false;   ///< as in trip_twiddle
    std::size_t weight = 0;      ///< in the phase of a unit, and in trip_twiddle

    std::size_t read_n() const;
    std::size_t write_n() const;
};

/// As reflected_part, with dimensions of an undivided trip.
struct reflected_dimensions {
    std::size_t along = 0, columns = 0, direct = 0, period = 0, base = 0;
};

/// A trip that is not divided into units yet.
struct undivided_trip {
    transform along;                         ///< kind, precision, direction and scale of the units; the rest is ignored
    std::vector<trip_dimension> dimensions;  ///< in the order of a unit's input on the device, slowest first
    std::vector<std::size_t> write_order;    ///< of a unit's output on the device; empty: the same
    std::size_t read_bytes = 0, write_bytes = 0;  ///< of an element
    std::size_t read_offset = 0, write_offset = 0;
    std::uint64_t twiddle_order = 0;  ///< 0: no twiddle factors
    std::optional<reflected_dimensions> reflected_read, reflected_write;
};

/// The largest units within the limits; nothing if even the smallest ones are too large, and why in `shortage`.
std::optional<trip> build_trip(const undivided_trip&, const trip_limits&, std::string& shortage);

}  // namespace stockham::internal
