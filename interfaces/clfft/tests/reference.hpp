// The expected result of a descriptor's transform, by FFTW in long double.
#pragma once

#include <complex>
#include <random>
#include <vector>

#include "descriptor.hpp"

using number = std::complex<long double>;

/// Random input points of the whole batch, fastest axis first, exact in the descriptor's precision. Hermitian input is
/// the spectrum of real numbers.
std::vector<number> random_input(const descriptor&, std::mt19937&);

/// The output points for this input and the plan's scale.
std::vector<number> expected_output(const descriptor&, const std::vector<number>& input, long double scale);

/// Relative L2 distance.
long double relative_error(const std::vector<number>& got, const std::vector<number>& wanted);

/// The error limit: 0.6 eps sqrt(log2 N) + eps, doubled for a batch of few points, whose errors vary more, or for a
/// prime factor above 13. A scale that is not a power of two adds eps.
long double gate(const descriptor&, long double scale);
