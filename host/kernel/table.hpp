// The values of twiddle tables.
#pragma once

#include <complex>
#include <cstddef>
#include <vector>

#include "kernel/launch.hpp"

namespace stockham {

/// exp(-2 pi i numerator / order) in long double. The fraction is reduced to an octant in integers first, so that no
/// large angle is ever rounded: naive double angles break the f64 accuracy gate from 2^20 on.
std::complex<long double> root_of_unity(std::uint64_t numerator, std::uint64_t order);

/// All entries of a table, in long double (never empty: a table without entries has one that is never read).
std::vector<std::complex<long double>> table_values(const twiddle_table&);

/// The entries rounded once to the table's precision, or as 32-bit integers, as the device reads them.
std::vector<std::byte> table_bytes(const twiddle_table&);

}  // namespace stockham
