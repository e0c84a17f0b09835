// Mapped axes, whose points are not all in memory at a plain stride: zero padding, Hermitian halves, chirps.
#pragma once

#include "cl/common/tile.h"

#ifdef __cplusplus
namespace stockham {
namespace pass_index {
#endif

// The mapping of an axis on one side of a pass.
struct axis_map {
    index64 unit;               // stride of the axis in memory, in elements
    along_axis n;               // length of the axis: a Hermitian side holds points 0 .. n / 2; n - k is the conjugate of k
    along_axis extent;          // points from here on are zero (loads) or not wanted (stores)
    index64 held;               // Hermitian: points 0 .. held - 1 and their conjugates are not zero, or wanted
    index64 rows;               // Hermitian stores: points that are congruent modulo this are in one line of the pass
};

// The growth of the index along a mapped axis, per step along the tile and the loops: constants, most of them 0 or 1.
struct axis_growth {
    along_axis tile[TILE_RANK];
    along_axis loop[LOOP_RANK];
};

// The index along a mapped axis at a place of the tile.
INDEX_FUNCTION along_axis axis_index(struct axis_growth map, struct coordinate c, struct loop_index l) {
    along_axis index = 0;
#ifndef __cplusplus
#pragma unroll
#endif
    for (index32 d = 0; d < TILE_RANK; ++d) index += map.tile[d] * c.at[d];
#ifndef __cplusplus
#pragma unroll
#endif
    for (index32 k = 0; k < LOOP_RANK; ++k) index += map.loop[k] * l.at[k];
    return index;
}

// Whether a Hermitian side holds this point only as the conjugate of point n - index.
INDEX_FUNCTION bool is_conjugate(const struct axis_map* map, along_axis index) { return index > map->n / 2; }

// The point of a Hermitian side that holds this point or its conjugate.
INDEX_FUNCTION along_axis held_point(const struct axis_map* map, along_axis index) {
    return is_conjugate(map, index) ? map->n - index : index;
}

// The offset from a point to its conjugate, which may lie before it.
#ifndef __cplusplus
INDEX_FUNCTION signed_offset to_conjugate(const struct axis_map* map, along_axis index) {
    return ((signed_offset)map->n - 2 * (signed_offset)index) * (signed_offset)map->unit;
}
#endif

// The offset from a point to its place on a folded side, which holds the even points in order and then the odd ones from the
// last to the first: point p is at 2 p in the first half, else at 2 n - 1 - 2 p.
#ifndef __cplusplus
INDEX_FUNCTION signed_offset to_folded(const struct axis_map* map, along_axis index) {
    const signed_offset p = (signed_offset)index, n = (signed_offset)map->n;
    return (2 * p < n ? p : 2 * n - 1 - 3 * p) * (signed_offset)map->unit;
}
#endif

// Whether the point of a Hermitian axis is its own conjugate: a real number.
INDEX_FUNCTION bool is_own_conjugate(const struct axis_map* map, along_axis index) {
    return index == 0 || 2 * index == map->n;
}

// Whether an index from `least` to `most` may be that of such a point. Butterflies know bounds of their k-th point's index at
// compile time, so that only two of their points are tested at run time.
INDEX_FUNCTION bool may_be_own_conjugate(const struct axis_map* map, along_axis least, along_axis most) {
    return least == 0 || (least <= map->n / 2 && map->n / 2 <= most);
}

// The same along the other axes that a pass transforms: `period` is the length of a dimension's axis, 1 if the pass transforms
// only a digit of it (then only point 0 is surely real), and 0 for other dimensions.
INDEX_FUNCTION bool is_own_conjugate_beside(struct coordinate c, struct coordinate period) {
    bool own = true;
#ifndef __cplusplus
#pragma unroll
#endif
    for (index32 d = 0; d < TILE_RANK; ++d)
        own = own && (period.at[d] == 0 || c.at[d] == 0 || 2 * c.at[d] == period.at[d]);
    return own;
}

// Whether both k and n - k occur in the pass, and this is the second of them, which is not stored.
INDEX_FUNCTION bool comes_twice(const struct axis_map* map, along_axis index) {
    return is_conjugate(map, index) && 2 * (index % (along_axis)map->rows) % (along_axis)map->rows == 0;
}

#ifdef __cplusplus
}  // namespace pass_index
}  // namespace stockham
#endif
