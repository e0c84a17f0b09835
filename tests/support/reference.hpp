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
/// `output`. Either is indexed by its side's elements; of a real side's only the real parts count, and those written
/// have no imaginary ones. In place, `output` is the same buffer, but for r2c and c2r, whose sides count differently.
/// The scale is the one rounded to the working precision. c2r ignores what FFTW's does: what is not Hermitian in the
/// points that lie opposite themselves, and, of a full spectrum, the other half. Bit-reversed output of an algorithm
/// that leaves it so is bit-reversed here.
std::vector<number> transform(const stockham::transform& t, const std::vector<number>& input,
                              std::vector<number> output);

/// The places of one side of `t`, in order of the batch, or the loops, and the axes; of an output
/// those that are wanted.
std::vector<std::size_t> places(const stockham::transform& t, bool input);

/// Uniform in [-1, 1], exact in the buffers' precision, so that the oracle sees what the device sees.
std::vector<number> uniform(std::size_t count, stockham::precision, std::mt19937&);

/// Relative L2 distance over the given places.
double relative_error(const std::vector<number>& got, const std::vector<number>& wanted,
                      const std::vector<std::size_t>& where);

/// The accuracy gate of a transform: 0.6 eps sqrt(log2 N) + eps, twice that if a length has a prime factor above 13;
/// eps more for a scale that is no power of two, 5e-7 instead of all that for split_half, 2^-11 more for a result in
/// half precision. N counts the points of the full lengths, of dct and dst those of the complex transforms that they
/// are parts of.
double gate(const stockham::transform& t);

}  // namespace reference
