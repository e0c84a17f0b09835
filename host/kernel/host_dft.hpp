// A Fourier transform on the host, in long double, for tables.
#pragma once

#include <complex>
#include <vector>

namespace stockham {

/// The forward transform, of any length; fast where the length has small prime factors only.
std::vector<std::complex<long double>> host_dft(std::vector<std::complex<long double>>);

}  // namespace stockham
