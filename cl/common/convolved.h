// Dimensions that are transformed by a convolution (Bluestein, Rader): the order of their points in the tile and in memory.
#pragma once

#include "cl/common/tile.h"

#ifdef __cplusplus
namespace stockham {
namespace pass_index {
#endif

// For a convolution of `length` points: the point of memory that point m of the tile is loaded from or stored to.
// Bluestein's algorithm (convolved = 1) loads in reversed order. With Rader's (2) the tile does not contain point 0; in the
// order of powers of a primitive root, point m is powers[m].
INDEX_FUNCTION index32 convolved_from(index32 convolved, index32 m, index32 length) {
    return convolved == 1 ? (m == 0 ? 0 : length - m) : m + (convolved == 2);
}
INDEX_FUNCTION index32 convolved_to(index32 convolved, index32 m) { return m + (convolved == 2); }

#ifdef __cplusplus
}  // namespace pass_index
}  // namespace stockham
#endif
