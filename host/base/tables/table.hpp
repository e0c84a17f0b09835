// The values of twiddle tables.
#pragma once

#include <complex>
#include <cstddef>
#include <vector>

#include "base/tables/double_double.hpp"
#include "base/tables/twiddle_table.hpp"

namespace stockham::internal {

/// exp(-2 pi i numerator / order). Reduces the fraction to part of an octant in integers, so that no large angle is
/// rounded: angles in double miss the f64 accuracy limit from 2^20 points on.
complex_double_double root_of_unity(std::uint64_t numerator, std::uint64_t order);

/// The entries as the device reads them: rounded once to the table's precision, or 32-bit integers. An empty table gets
/// one entry that is never read.
std::vector<std::byte> table_bytes(const twiddle_table&);

/// The same entries in the precision of the host.
std::vector<std::complex<long double>> table_values(const twiddle_table&);

}  // namespace stockham::internal
