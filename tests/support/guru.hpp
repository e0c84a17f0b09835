// What a transform with loops makes of its buffers, by FFTW's guru interface in long double: FFTW gets the strides as
// they are.
#pragma once

#include "reference.hpp"

namespace reference {

/// As transform(), of buffers in which no element is known to be zero (`nonzero` is empty).
std::vector<number> by_guru(const stockham::transform& t, const std::vector<number>& input, std::vector<number> output);

}  // namespace reference
