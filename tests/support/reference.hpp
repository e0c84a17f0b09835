// The oracle: FFTW in long double, on any layout; the accuracy gate; and data to try.
#pragma once

#include <complex>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <stockham/transform.hpp>

namespace reference {

using number = std::complex<long double>;

/// What `t` makes of `input` (a whole input buffer) as a whole output buffer; elements it does not write are those of
/// `output`. In place, `output` is the same buffer. The scale is the one rounded to the working precision.
std::vector<number> transform(const stockham::transform& t, const std::vector<number>& input,
                              std::vector<number> output);

/// The places that the output side of `t` writes, in order of batch and axes.
std::vector<std::size_t> places(const stockham::transform& t, bool input);

/// Uniform in [-1, 1], exact in the working precision, so that the oracle sees what the device sees.
std::vector<number> uniform(std::size_t count, stockham::precision, std::mt19937&);

/// Relative L2 distance over the given places.
double relative_error(const std::vector<number>& got, const std::vector<number>& wanted,
                      const std::vector<std::size_t>& where);

/// DESIGN's accuracy gate for a transform: 0.6 eps sqrt(log2 N) + eps; eps more for a scale that is no power of two.
double gate(const stockham::transform& t);

}  // namespace reference
