// Computes a transform with loops by FFTW's guru interface in long double. FFTW gets the strides unchanged.
#pragma once

#include "tools/harness/oracle/reference.hpp"

namespace reference {

/// Like transform(), for buffers without known zeros (`nonzero` is empty).
std::vector<number> by_guru(const stockham::transform& t, const std::vector<number>& input, std::vector<number> output);

}  // namespace reference
