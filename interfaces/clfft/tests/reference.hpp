// What a descriptor's transform should give: FFTW in long double.
#pragma once

#include <complex>
#include <random>
#include <vector>

#include "descriptor.hpp"

using number = std::complex<long double>;

/// The points of one side of the whole batch, fastest axis first; exact in the descriptor's precision; those of a
/// Hermitian side are the spectrum of real numbers.
std::vector<number> random_input(const descriptor&, std::mt19937&);

/// The output's points for such an input; `scale` is what the plan has.
std::vector<number> expected_output(const descriptor&, const std::vector<number>& input, long double scale);

/// Relative L2 distance.
long double relative_error(const std::vector<number>& got, const std::vector<number>& wanted);

/// 0.6 eps sqrt(log2 N) + eps; of few points, which may all be unlucky, twice that; also where a length has a prime
/// factor above 13; and eps for a scale that is no power of two.
long double gate(const descriptor&, long double scale);
