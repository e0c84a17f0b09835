// The oracle (FFTW in long double, on any layout), the accuracy gate, and test data.
#pragma once

#include <complex>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <stockham/transform.hpp>

namespace reference {

using number = std::complex<long double>;

/// Computes the whole output buffer of `t` for a whole input buffer. Elements that the transform does not write are
/// copied from `output`. Buffers are indexed by elements of their side. On a real side, only real parts count, and
/// written elements have no imaginary part. In place, `output` is the same buffer, except for r2c and c2r, whose
/// sides count differently.
///
/// The scale is rounded to the working precision. Like FFTW, c2r ignores the non-Hermitian parts of points that
/// mirror themselves and, of a full spectrum, the other half. Bit-reversed output of an algorithm stays bit-reversed
/// here.
std::vector<number> transform(const stockham::transform& t, const std::vector<number>& input,
                              std::vector<number> output);

/// The places of one side of `t`, in the order of the batch or the loops, then of the axes. Of an output, only the
/// wanted ones.
std::vector<std::size_t> places(const stockham::transform& t, bool input);

/// Uniform in [-1, 1] and exact in the precision of the buffers, so the oracle and the device see the same numbers.
std::vector<number> uniform(std::size_t count, stockham::precision, std::mt19937&);

/// Relative L2 distance over the given places.
double relative_error(const std::vector<number>& got, const std::vector<number>& wanted,
                      const std::vector<std::size_t>& where);

/// The accuracy gate of a transform: 0.6 eps sqrt(log2 N) + eps, or twice that if a length has a prime factor above
/// 13. A scale that is not a power of two adds eps. A half-precision result adds 2^-11. For split_half the gate is
/// 5e-7. N counts the points of the full lengths; for dct and dst, those of the underlying complex transforms.
double gate(const stockham::transform& t);

}  // namespace reference
