// The points of a dimension that is transformed by a convolution (Bluestein, Rader): their order in the tile and in memory.
#pragma once

#include "cl/common/tile.h"

#ifdef __cplusplus
namespace stockham {
namespace pass_index {
#endif

// A dimension that is transformed by a convolution of `length` points: which of its points is where point m of the tile
// comes from, and which is where it goes. By Bluestein's algorithm (convolved = 1) it comes in backwards; by Rader's (2) the
// tile is without point 0. In the order of powers of a primitive root, point m is powers[m].
INDEX_FUNCTION index32 convolved_from(index32 convolved, index32 m, index32 length) {
    return convolved == 1 ? (m == 0 ? 0 : length - m) : m + (convolved == 2);
}
INDEX_FUNCTION index32 convolved_to(index32 convolved, index32 m) { return m + (convolved == 2); }

#ifdef __cplusplus
}  // namespace pass_index
}  // namespace stockham
#endif
