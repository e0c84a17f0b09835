// A DFT on the host, for tables.
#pragma once

#include <vector>

#include "base/tables/double_double.hpp"

namespace stockham::internal {

/// The forward DFT of any length; fast if all prime factors are small. Takes about 1 us per point in double-double
/// arithmetic, and a fifth of that in double.
std::vector<complex_double_double> host_dft(std::vector<complex_double_double>);
std::vector<complex_double> host_dft(std::vector<complex_double>);

}  // namespace stockham::internal
