// Offsets of tiles and their points in global memory.
//
// WIDE  1: offsets within a tile need 64 bits
#pragma once

#include "cl/common/complex.cl"
#include "cl/common/tile.h"

#if WIDE
typedef ulong offset;
typedef long signed_offset;
#else
typedef uint offset;
typedef int signed_offset;
#endif

// The start of a tile. `count` loops number the tiles.
INLINE ulong tile_start(struct loop_index loops, uint count, ulong start, const ulong* step) {
#pragma unroll
    for (uint k = 0; k < LOOP_RANK; ++k)
        if (k < count) start += loops.at[k] * step[k];
    return start;
}

// The offset of a point from the start of its tile.
INLINE offset tile_offset(struct coordinate c, const ulong* strides) {
    offset at = 0;
#pragma unroll
    for (uint d = 0; d < TILE_RANK; ++d)
        at += (offset)c.at[d] * (offset)strides[d];
    return at;
}
