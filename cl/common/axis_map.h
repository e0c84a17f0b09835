// Where the points of an axis lie in memory if not where their indices say: zero padding, Hermitian halves, chirps.
#pragma once

#include "cl/common/tile.h"

#ifdef __cplusplus
namespace stockham {
namespace pass_index {
#endif

// A side of a pass where an axis's points lie elsewhere than their indices say, or not at all.
struct axis_map {
    index64 unit;               // elements between neighbours along the axis in memory
    index32 n;                  // length of the axis: a Hermitian side keeps its points 0 .. n / 2, and n - k is k's conjugate
    index32 extent;             // points from here on are zero (loads) or not wanted (stores)
    index32 rows;               // Hermitian stores: lines of points congruent modulo this are in one pass
};

// How the index along a mapped axis grows along the tile and along the loops: constants of the code, most of which are 0
// or 1.
struct axis_growth {
    index32 tile[TILE_RANK];
    index32 loop[LOOP_RANK];
};

// The index along a mapped axis of a place in the tile.
INDEX_FUNCTION index32 axis_index(const struct axis_growth* map, struct coordinate c, struct loop_index l) {
    index32 index = 0;
#ifndef __cplusplus
#pragma unroll
#endif
    for (index32 d = 0; d < TILE_RANK; ++d) index += map->tile[d] * c.at[d];
#ifndef __cplusplus
#pragma unroll
#endif
    for (index32 k = 0; k < LOOP_RANK; ++k) index += map->loop[k] * l.at[k];
    return index;
}

// Whether a Hermitian side has the conjugate of point n - index in the place of this point.
INDEX_FUNCTION bool is_conjugate(const struct axis_map* map, index32 index) { return index > map->n / 2; }

// How far from a point its conjugate lies: it may lie before it.
#ifndef __cplusplus
INDEX_FUNCTION signed_offset to_conjugate(const struct axis_map* map, index32 index) {
    return ((signed_offset)map->n - 2 * (signed_offset)index) * (signed_offset)map->unit;
}
#endif

// Both k and n - k may come up in one pass: then only the first of them is stored.
INDEX_FUNCTION bool comes_twice(const struct axis_map* map, index32 index) {
    return is_conjugate(map, index) && 2 * (index % map->rows) % map->rows == 0;
}

#ifdef __cplusplus
}  // namespace pass_index
}  // namespace stockham
#endif
