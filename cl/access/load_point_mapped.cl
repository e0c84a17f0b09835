// Loads a point of a mapped axis: some points are zero, some are conjugates of others, and each may be multiplied by a
// chirp.
//
// IN_MAP        the numbers of struct axis_map; IN_INDEX_STRIDES those of struct axis_growth
// IN_HERMITIAN  1: memory only holds the first half of the axis
// IN_BEYOND     1: some indices are beyond the map's extent
// IN_CHIRPED    1: point k of the axis is multiplied by in_chirp[k]
#include "cl/common/axis_map.h"

INLINE element load_point(IN_PARAMETERS, struct coordinate c, struct loop_index loops) {
    const ulong strides[TILE_RANK] = IN_STRIDES;
    const struct axis_map map = IN_MAP;
    const struct axis_growth growth = IN_INDEX_STRIDES;
    const uint index = axis_index(&growth, c, loops);
    element e = (element)(0);
    if (!IN_BEYOND || index < map.extent) {
        const bool conjugated = IN_HERMITIAN && is_conjugate(&map, index);
        e = fetch(IN_ARGUMENTS, (signed_offset)tile_offset(c, strides) + (conjugated ? to_conjugate(&map, index) : 0));
        if (conjugated) e.y = -e.y;
        if (SWAP_LOAD) e = e.yx;
#if IN_CHIRPED
        e = product(e, in_chirp[index]);
#endif
        if (INVERSE_LOAD) e = e.yx;
    }
    return e;
}
