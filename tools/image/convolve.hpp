// Convolution and correlation of planes with a smaller plane, by the library's fused plans.
#pragma once

#include "engine.hpp"
#include "image/edges.hpp"
#include "image/plane.hpp"

namespace stockham::tools {

/// Convolves each plane with `weights`, whose origin is (height / 2, width / 2), rounded down:
///   out[y][x] = sum_(j, i) weights[j][i] * in[y - (j - height / 2)][x - (i - width / 2)]
/// With `correlate`, the indices are y + (j - height / 2) and x + (i - width / 2). The result has the size of `planes`;
/// `weights` must be no larger than a plane. Defined for float and double.
template <class T>
planes_of<T> convolve(const engine& e, const planes_of<T>& planes, const planes_of<T>& weights, bool correlate,
                      boundary beyond);

}  // namespace stockham::tools
