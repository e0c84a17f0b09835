// A DFT on the host in double-double arithmetic, for tables.
#pragma once

#include <vector>

#include "base/tables/double_double.hpp"

namespace stockham::internal {

/// The forward DFT of any length; fast if all prime factors are small.
std::vector<complex_double_double> host_dft(std::vector<complex_double_double>);

}  // namespace stockham::internal
