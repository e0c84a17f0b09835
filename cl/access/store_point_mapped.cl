// Stores a point of a mapped axis: some points are not wanted, some are conjugates of others, and each may be multiplied
// by a chirp.
//
// OUT_MAP        the numbers of struct axis_map; OUT_INDEX_STRIDES those of struct axis_growth
// OUT_HERMITIAN  1: memory only holds the first half of the axis
// OUT_BEYOND     1: some indices are beyond the map's extent
// OUT_CHIRPED    1: point k of the axis is multiplied by out_chirp[k]
#include "cl/common/axis_map.h"

INLINE void store_point(OUT_PARAMETERS, struct coordinate c, struct loop_index loops, element e) {
    const ulong strides[TILE_RANK] = OUT_STRIDES;
    const struct axis_map map = OUT_MAP;
    const struct axis_growth growth = OUT_INDEX_STRIDES;
    const uint index = axis_index(&growth, c, loops);
    bool wanted = true;
    if (OUT_BEYOND) wanted = index < map.extent;
    if (OUT_HERMITIAN) wanted = wanted && !comes_twice(&map, index);
    if (wanted) {
        const bool conjugated = OUT_HERMITIAN && is_conjugate(&map, index);
        if (INVERSE_STORE) e = e.yx;
#if OUT_CHIRPED
        e = product(e, out_chirp[index]);
#endif
        if (SWAP_STORE) e = e.yx;
        if (conjugated) e.y = -e.y;
        deliver(OUT_ARGUMENTS, (signed_offset)tile_offset(c, strides) + (conjugated ? to_conjugate(&map, index) : 0), e);
    }
}
