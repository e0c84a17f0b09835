// The values of twiddle tables.
#pragma once

#include <complex>
#include <cstddef>
#include <vector>

#include "base/tables/double_double.hpp"
#include "base/tables/twiddle_table.hpp"

namespace stockham::internal {

/// exp(-2 pi i numerator / order). The fraction is reduced to an octant, and to a part of it, in integers, so that no
/// large angle is ever rounded: naive double angles break the f64 accuracy gate from 2^20 on.
complex_double_double root_of_unity(std::uint64_t numerator, std::uint64_t order);

/// The entries rounded once to the table's precision, or as 32-bit integers, as the device reads them (never empty: a
/// table without entries has one that is never read).
std::vector<std::byte> table_bytes(const twiddle_table&);

/// The same entries as precise as the host's own arithmetic takes them.
std::vector<std::complex<long double>> table_values(const twiddle_table&);

}  // namespace stockham::internal
