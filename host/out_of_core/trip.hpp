// A trip: every element of an array travels to a device, takes part in one transform there, and travels back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <stockham/transform.hpp>

#include "job/unit_rows.hpp"

namespace stockham::internal {

/// Elements at a constant stride.
struct strided {
    std::size_t n = 1, stride = 1;
};

/// Lines of a half spectrum: a line that was divided into n1 columns has the points k_1 + n1 k_2, and an array has
/// those with k_2 < `direct` only, and k_1 up to n1 / 2. Instead of the others, it has their mirror images n - (k_1 +
/// n1 k_2), which are complex conjugates. A packed unit has these in the order of the array, behind the direct ones:
/// both dimensions are reversed. In lines of a full spectrum all points are direct.
struct reflected_part {
    std::size_t along = 0;                     ///< the dimension of `inner` with index k_2
    std::size_t direct = 0;                    ///< of its elements; the others are reflected
    std::optional<std::size_t> columns;        ///< the dimension of `inner` with index k_1, or
    std::optional<std::size_t> outer_columns;  ///< that of trip::outer, or none: a single column
    std::size_t period = 0;                    ///< n1
    std::size_t base = 0;                      ///< offset of the first image of column 0 from the array's first element
};

/// The elements of units on one side of a trip. Units are packed on a device, and lie in an array otherwise. Everything
/// counts elements.
struct trip_side {
    std::size_t element_bytes = 0;
    std::size_t offset = 0;            ///< of the first element in the array
    std::vector<strided> inner;        ///< dimensions of a whole unit in the array, in the order of the packed unit
    std::size_t divided = 0;           ///< the dimension of `inner` that is divided among units
    std::vector<std::size_t> strides;  ///< in the array, of trip::outer
    std::optional<reflected_part> reflected;

    /// Elements of a whole unit.
    std::size_t unit_elements() const;
    /// The stride of a dimension of `inner` in a packed unit.
    std::size_t packed_stride(std::size_t dimension) const;
};

/// Multiplication of a unit's results by w^(k j), w = exp(-+ 2 pi i / order), the twiddle factors between two trips
/// along one axis. For element e of the packed unit, k = (e / k_digit.stride) mod k_digit.n, and j is the sum over
/// `j_digits` of weight (e / stride mod n), and the unit's phase.
struct trip_twiddle {
    struct digit {
        std::size_t n = 1, stride = 1, weight = 1;
    };
    std::uint64_t order = 1;
    digit k;
    std::vector<digit> j;
};

/// Units are numbered by the outer dimensions, slowest first, then by the parts of the divided one.
struct trip {
    transform unit;  ///< of a whole unit, out of place
    trip_side read, write;
    std::vector<std::size_t> outer;          ///< units have one index each of these dimensions
    std::size_t divided = 1;                 ///< length of the divided dimension
    std::size_t step = 1;                    ///< the part of it that a unit has; the last part may be shorter
    std::vector<std::size_t> outer_weights;  ///< of `outer` in the phase of a unit
    std::size_t divided_weight = 0;          ///< of an element of the divided dimension
    std::optional<trip_twiddle> twiddle;

    std::size_t parts() const { return (divided + step - 1) / step; }
    std::size_t units() const;
};

/// The part of an array that a unit occupies.
struct unit_place {
    std::size_t offset = 0;     ///< of its first element
    std::size_t count = 0;      ///< elements along the divided dimension, at most trip::step
    std::size_t reflected = 0;  ///< offset of its first reflected element
};
unit_place place_of(const trip&, const trip_side&, std::size_t unit);

/// The phase of a unit: the sum of its indices times their weights.
std::uint64_t phase_of(const trip&, std::size_t unit);

/// Calls f for all rows of a unit, as few and as long ones as possible.
void for_each_row(const trip_side&, unit_place, const std::function<void(const unit_rows&)>& f);

/// A part of at most `most` of n elements, such that all parts are about equal: a divisor of n if one is near.
std::size_t even_part(std::size_t n, std::size_t most);

/// Length of the longest rows in which whole units lie in the array, in bytes.
std::size_t row_bytes(const trip_side&);

/// A trip in two levels: blocks are large units that travel between a file and host memory, and the units of `inside`
/// travel between a block in host memory, where it is packed, and a device.
struct blocked_trip {
    trip blocks;
    trip inside;  ///< a block has inside.units() units
};
/// `parts`: units of a block.
blocked_trip make_blocks(const trip&, std::size_t parts);

}  // namespace stockham::internal
