// Convolution and correlation of planes with a small one, by the library's fused plans.
#pragma once

#include "engine.hpp"
#include "image/plane.hpp"

namespace stockham::tools {

/// What lies beyond a plane's edges: nothing, or the plane once more.
enum class boundary { zero, wrap };

/// Each plane convolved with `weights`, whose middle (height / 2, width / 2, rounded down) is their origin:
///   out[y][x] = sum_(j, i) weights[j][i] * in[y - (j - height / 2)][x - (i - width / 2)]
/// correlated: the same with + in place of the first -. Of the same size; `weights` is no larger than a plane.
real_plane convolve(const engine& e, const real_plane& planes, const real_plane& weights, bool correlate,
                    boundary beyond);

}  // namespace stockham::tools
