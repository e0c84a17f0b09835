// A Fourier transform on the host, in double-double numbers, for tables.
#pragma once

#include <vector>

#include "base/tables/double_double.hpp"

namespace stockham::internal {

/// The forward transform, of any length; fast where the length has small prime factors only.
std::vector<complex_double_double> host_dft(std::vector<complex_double_double>);

}  // namespace stockham::internal
