// Units, and the rows of bytes in which they lie in arrays.
#pragma once

#include <cstddef>
#include <functional>

namespace stockham::internal {

/// Consecutive units of a job.
struct unit_range {
    std::size_t first = 0, units = 0;
};

/// Rows of consecutive bytes, in an array and in a packed unit.
struct unit_rows {
    std::size_t array = 0, packed = 0;              ///< bytes from their starts to the first row
    std::size_t array_pitch = 0, packed_pitch = 0;  ///< bytes from row to row
    std::size_t bytes = 0, rows = 0;                ///< of a row; number of rows
};

/// Calls a function for all rows of a unit.
using rows_of_unit = std::function<void(std::size_t unit, const std::function<void(const unit_rows&)>&)>;

}  // namespace stockham::internal
